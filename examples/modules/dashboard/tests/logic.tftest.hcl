# Tests which objects the module creates from its inputs, without an engine.

mock_provider "engine" {}

variables {
  name       = "Pump station"
  assets     = { pump-1 = { id = "id-of-pump-1", name = "Pump 1", attributes = { pressure = "id-of-pressure", flow = "id-of-flow" } } }
  attributes = { pressure = { name = "Pressure", unit = "bar" }, flow = { unit = "m³/h" } }
  tabs = [
    {
      name = "Overview"
      widgets = [
        { name = "Pressure", width = 12, height = 8, items = [{ asset = "pump-1", attribute = "pressure" }] },
        { name = "Flow", type = "gauge", width = 8, height = 4, items = [{ asset = "pump-1", attribute = "flow" }] },
        {
          name  = "Resistance", type = "stat", width = 8, height = 4
          items = [{ asset = "pump-1", attribute = "pressure", hidden = true }, { asset = "pump-1", attribute = "flow", hidden = true }, { label = "Pressure by flow", expression = "$A / $B" }]
        },
      ]
    },
    { name = "Notes", widgets = [{ name = "Pressure", type = "text", text = "see the first tab" }] },
  ]
}

run "widgets_lie_as_one_reads_them" {
  command = plan

  assert {
    condition = { for key, w in engine_widget.this : key => [w.position_x, w.position_y, w.width, w.height] } == {
      "Overview/Pressure"   = [0, 0, 12, 8]
      "Overview/Flow"       = [12, 0, 8, 4]
      "Overview/Resistance" = [12, 4, 8, 4]
      "Notes/Pressure"      = [0, 0, 10, 6]
    }
    error_message = "The widgets lie at ${jsonencode({ for key, w in engine_widget.this : key => [w.position_x, w.position_y, w.width, w.height] })}."
  }
  assert {
    condition     = engine_tab.this["Overview"].order == 0 && engine_tab.this["Notes"].order == 1
    error_message = "The tabs are in another order."
  }
}

run "items_have_ids_and_names" {
  command = plan

  assert {
    condition     = engine_widget.this["Overview/Pressure"].chart_items[0].query_filter_asset == { id = "id-of-pump-1", name = "Pump 1" } && engine_widget.this["Overview/Pressure"].chart_items[0].query_filter_attribute == { id = "id-of-pressure", name = "Pressure" }
    error_message = "The item is ${jsonencode(engine_widget.this["Overview/Pressure"].chart_items[0])}."
  }
  assert {
    condition     = tolist(engine_widget.this["Overview/Resistance"].chart_items[*].ref_id) == tolist(["A", "B", "C"]) && engine_widget.this["Overview/Resistance"].chart_items[2].type == "EXPRESSION"
    error_message = "The items of Resistance are ${jsonencode(engine_widget.this["Overview/Resistance"].chart_items)}."
  }
  assert {
    condition     = engine_widget.this["Overview/Flow"].y_axis_unit == "m³/h" && engine_widget.this["Overview/Resistance"].y_axis_unit == null
    error_message = "The unit is that of the items, where they have one."
  }
}

run "attribute_that_the_asset_lacks" {
  command = plan
  variables {
    tabs = [{ name = "Overview", widgets = [{ name = "Level", items = [{ asset = "pump-1", attribute = "level" }] }] }]
  }
  expect_failures = [engine_widget.this]
}

run "asset_that_there_is_not" {
  command = plan
  variables {
    tabs = [{ name = "Overview", widgets = [{ name = "Level", items = [{ asset = "tank-1", attribute = "level" }] }] }]
  }
  expect_failures = [engine_widget.this]
}

run "two_tabs_of_one_name" {
  command = plan
  variables {
    tabs = [{ name = "Overview" }, { name = "Overview" }]
  }
  expect_failures = [var.tabs]
}

run "two_widgets_of_one_name" {
  command = plan
  variables {
    tabs = [{ name = "Overview", widgets = [{ name = "a", type = "text", text = "a" }, { name = "a", type = "text", text = "b" }] }]
  }
  expect_failures = [var.tabs]
}
