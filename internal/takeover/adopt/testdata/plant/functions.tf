resource "engine_function" "mean" {
  name = "Mean"
  tags = ["water"]

  function_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    label                  = "Flow"
    query_filter_asset     = local.pump_1
    query_filter_attribute = { id = local.flow.id, name = "Flow", type = "Number" }
  }]

  target_asset = local.pump_1
}
