# Tests that the alerts fire. Their conditions run on data, without an engine.

mock_provider "engine" {}

variables {
  assets = {
    pump-1 = { id = "id-of-pump-1", name = "Pump 1", attributes = { pressure = "id-of-pressure", flow = "id-of-flow" } }
    pump-2 = { id = "id-of-pump-2", attributes = { pressure = "id-of-pressure", flow = "id-of-flow" } }
  }
  rules = {
    pressure-high   = { attribute = "pressure", aggregation = "max", operator = "ge", threshold = 8, window = "10m", rate = "5m" }
    flow-low        = { attribute = "flow", operator = "lt", threshold = 10, window = "10m", rate = "5m" }
    resistance-high = { items = [{ ref_id = "A", attribute = "pressure" }, { ref_id = "B", attribute = "flow" }, { ref_id = "C", expression = "$A / $B" }], target = "C", operator = "gt", threshold = 0.5, rate = "5m", window = "10m" }
  }
  overrides = { "pump-2/pressure-high" = { threshold = 9 } }
}

run "set" {}

# The data have a point every five minutes from 10:00. The pressure reaches 8 bar at 10:20, the flow stays the same.
run "pressure_rises" {
  module {
    source = "./tests/rehearsal"
  }
  variables {
    alerts = run.set.alerts
    series = {
      for pump in ["pump-1", "pump-2"] : pump => {
        pressure = { start = "2026-03-01T10:00:00Z", step = "5m", values = [5, 5, 6, 7, 8, 8.5, 8, 6] }
        flow     = { start = "2026-03-01T10:00:00Z", step = "5m", values = [20, 20, 20, 20, 20, 20, 20, 20] }
      }
    }
    fires = { "pump-1/pressure-high" = "2026-03-01T10:20:00Z" }
    quiet = ["pump-1/flow-low", "pump-1/resistance-high", "pump-2/pressure-high", "pump-2/flow-low"]
  }
  assert {
    condition     = length(output.failures) == 0
    error_message = join("\n", output.failures)
  }
}

# The flow falls to 9 at 10:10. The average of 10 minutes is (20 + 9) / 2 at 10:10 and 9 at 10:15; 6 / 9 is above 0.5.
run "flow_falls" {
  module {
    source = "./tests/rehearsal"
  }
  variables {
    alerts = run.set.alerts
    series = {
      pump-1 = {
        pressure = { start = "2026-03-01T10:00:00Z", step = "5m", values = [6, 6, 6, 6, 6] }
        flow     = { start = "2026-03-01T10:00:00Z", step = "5m", values = [20, 20, 9, 9, 9] }
      }
    }
    fires = { "pump-1/flow-low" = "2026-03-01T10:15:00Z", "pump-1/resistance-high" = "2026-03-01T10:15:00Z" }
    quiet = ["pump-1/pressure-high"]
  }
  assert {
    condition     = length(output.failures) == 0
    error_message = join("\n", output.failures)
  }
}
