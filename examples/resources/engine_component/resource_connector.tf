# A connector that reads the controllers of a pumping station, with the addresses that it needs.

resource "engine_component" "gateway" {
  type                = "connector"
  name                = "Station gateway"
  version             = "2.1.0"
  deployment_capacity = "small"

  input = [
    { name = "controller", type = "url", required = true, value = jsonencode("modbus://10.20.0.5:502") },
    { name = "units", description = "Modbus units to read", type = "int", multiple = true, value = jsonencode([1, 2]) },
    { name = "timeout", description = "Seconds to wait for an answer", type = "float", value = jsonencode(2.5) },
  ]
  output = [{
    name = "reading"
    fields = [
      { name = "timestamp", type = "datetime", filterable = true },
      { name = "value", type = "float" },
    ]
  }]
  endpoints = [{ name = "metrics", port = 9090 }]
}
