resource "engine_alert" "high" {
  # How it is called.
  name     = "High"
  severity = "SEV2" # urgent
  type     = "rate"

  # The pressure.
  alert_items = [
    {
      # of the pump
      ref_id = "A"
      type   = "QUERY" // read
      query_filter_asset = {
        id = "a-1"
      }
      query_filter_attribute = { id = "p-1" }
      # migrate: left out: it is the engine's default
      # query_limit = 10000
    }, # end of A
    /* The sum,
     of one. */
    {
      ref_id           = "E"
      type             = "EXPRESSION"
      expression       = "$A"
      expression_plain = jsonencode({ "$function" = {} })
    },
  ]

  rate_value = 5
  rate_unit  = "minute"

  # A tag alone.
  tags = [
    { id = "t-1" },
  ]

  stmt_thresholds = [
    {
      value  = 10
      status = "warning"
    },
    {
      value  = 20
      status = "alert"
    },
  ]
  # The end.
}

resource "engine_component" "model" {
  type                = "algorithm"
  name                = "Model"
  version             = "1.0.0"
  deployment_capacity = "small"
  input = [
    {
      name  = "threshold"
      type  = "float"
      value = jsonencode(0.5)
    },
    {
      name    = "mode"
      type    = "str"
      value   = jsonencode("fast")
      choices = jsonencode(["fast", "slow"])
    },
    {
      name = "place"
      type = "DataAddress"
      value = jsonencode({
        asset     = "a-1"
        attribute = ""
      })
    },
  ]
  output = [
    {
      name = "result"
      fields = [
        {
          name = "value"
          type = "float"
        },
      ]
    },
  ]
  routines = [
    { name = "inference" },
  ]
  timeouts = {
    create = "5m"
  }
}

resource "engine_function" "sum" {
  name         = "Sum"
  target_asset = { id = "a-1" }
  function_items = [
    { ref_id = "A", type = "EXPRESSION", expression = "1 + 1" },
  ]
}

resource "engine_dashboard" "plant" {
  name   = "Plant"
  assets = [{ id = "a-1" }, { id = "a-2" }] # both
  tags = [
    { id = "t-1" }, # one
    { id = "t-2" },
  ]
}

output "first" {
  value = "${engine_function.sum.target_asset.id}: ${engine_alert.high.alert_items[0].ref_id}"
}
