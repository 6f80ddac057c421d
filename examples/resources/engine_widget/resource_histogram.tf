# Three histograms: numbers in a fixed number of buckets, numbers in buckets of a fixed size, and words.

resource "engine_dashboard" "plant" {
  name = "Pumping station north"
}

resource "engine_tab" "operation" {
  name      = "Operation"
  dashboard = engine_dashboard.plant.id
}

resource "engine_widget" "pressures" {
  name = "How often which pressure"
  tab  = engine_tab.operation.id
  type = "histogram"

  chart_items = [
    {
      ref_id                 = "A"
      type                   = "QUERY"
      label                  = "Pump 1"
      query_filter_asset     = { id = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10", name = "Pump 1" }
      query_filter_attribute = { id = "3a9f4d5c-1e62-47b8-a0c9-7b5d8e2f1c40", name = "Pressure" }
    },
    {
      ref_id                 = "B"
      type                   = "QUERY"
      label                  = "Pump 2"
      query_filter_asset     = { id = "1f6e4b7a-90c2-4d35-8a1b-3c7d9e5f2b21", name = "Pump 2" }
      query_filter_attribute = { id = "3a9f4d5c-1e62-47b8-a0c9-7b5d8e2f1c40", name = "Pressure" }
    },
  ]

  timestamp_gte  = "now - 30d"
  timestamp_lte  = "now"
  histogram_type = "numerical"
  bucket_count   = 20
  stacked        = true
}

resource "engine_widget" "powers" {
  name = "How often which power, in steps of 5 kW"
  tab  = engine_tab.operation.id
  type = "histogram"

  chart_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    label                  = "Pump 1"
    query_filter_asset     = { id = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10", name = "Pump 1" }
    query_filter_attribute = { id = "d2a7c4e8-5b16-4f93-8c0d-7e1a9b6f3d45", name = "Power" }
  }]

  timestamp_gte  = "now - 30d"
  timestamp_lte  = "now"
  histogram_type = "numerical"
  bucket_size    = 5
}

resource "engine_widget" "states" {
  name = "How often which state"
  tab  = engine_tab.operation.id
  type = "histogram"

  chart_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    label                  = "Pump 1"
    query_filter_asset     = { id = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10", name = "Pump 1" }
    query_filter_attribute = { id = "8a4c1e6f-2d97-4b30-9f5e-6c8b0d3a7e15", name = "State" }
  }]

  timestamp_gte            = "now - 30d"
  timestamp_lte            = "now"
  histogram_type           = "categorical"
  sorting                  = "count"
  categories_top_max_limit = 10
}
