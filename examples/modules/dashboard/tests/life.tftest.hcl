# Tests the module on an engine. Without an engine, run: terraform-provider-engine reference-server -- terraform test

variables {
  name   = "Pump station"
  assets = { pump-1 = { id = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10", attributes = { pressure = "3a9f4d5c-1e62-47b8-a0c9-7b5d8e2f1c40" } } }
  tabs   = [{ name = "Overview", widgets = [{ name = "Pressure", items = [{ asset = "pump-1", attribute = "pressure" }] }] }]
}

run "made" {
  assert {
    condition     = engine_widget.this["Overview/Pressure"].tab == engine_tab.this["Overview"].id && engine_tab.this["Overview"].dashboard == output.id
    error_message = "The widget is not on the tab, or the tab is not on the dashboard."
  }
}

# If the plan knows the id of an object, it does not replace the object.
run "a_widget_in_front" {
  command = plan
  variables {
    tabs = [{
      name    = "Overview"
      widgets = [{ name = "Note", type = "text", text = "New", width = 20, height = 2 }, { name = "Pressure", items = [{ asset = "pump-1", attribute = "pressure" }] }]
    }]
  }
  assert {
    condition     = engine_widget.this["Overview/Pressure"].id != "" && engine_widget.this["Overview/Pressure"].position_y == 2
    error_message = "The widget that was there did not move down."
  }
}
