# A node that the engine's operator runs.

resource "engine_node" "shared" {
  name = "Forecasts"
  type = "service_hosted"
}
