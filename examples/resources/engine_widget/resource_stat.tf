# A single value: the state of a pump in words, over the last hour.

resource "engine_dashboard" "plant" {
  name = "Pumping station north"
}

resource "engine_tab" "operation" {
  name      = "Operation"
  dashboard = engine_dashboard.plant.id
}

resource "engine_widget" "state" {
  name = "State of pump 1"
  tab  = engine_tab.operation.id
  type = "stat"

  chart_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    label                  = "State"
    query_filter_asset     = { id = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10", name = "Pump 1" }
    query_filter_attribute = { id = "8a4c1e6f-2d97-4b30-9f5e-6c8b0d3a7e15", name = "State" }
  }]

  # The controller returns 0 (stopped), a speed from 1 to 3000, or a fault code such as E17.
  value_mappings = [
    { type = "exact_match", match_value = "0", display_text = "Stopped" },
    { type = "range", range_start = 1, range_end = 3000, display_text = "Running" },
    { type = "regex", regular_expression = "^E[0-9]+$", display_text = "Fault" },
  ]

  relative_window_time = "1h"
  labels_aggregation   = "last"
  border               = true
}
