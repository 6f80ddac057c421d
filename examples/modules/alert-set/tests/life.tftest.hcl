# Tests the set on an engine with data. Run it with the reference server:
# terraform-provider-engine reference-server -series tests/pressure.csv -- terraform test

variables {
  assets = {
    pump-1 = { id = "id-of-pump-1", attributes = { pressure = "id-of-pressure" } }
    pump-2 = { id = "id-of-pump-2", attributes = { pressure = "id-of-pressure" } }
  }
  rules = { pressure-high = { attribute = "pressure", aggregation = "last", operator = "ge", threshold = 8, rate = "5m", window = "5m" } }
}

run "set" {
  assert {
    condition     = output.by_asset["pump-1"]["pressure-high"] == engine_alert.this["pump-1/pressure-high"].id
    error_message = "by_asset has another id than the alert."
  }
}

# If the plan knows the id of an alert, it does not replace the alert.
run "one_more_rule" {
  command = plan
  variables {
    rules = {
      pressure-high = { attribute = "pressure", aggregation = "last", operator = "ge", threshold = 9, rate = "5m", window = "5m" }
      pressure-low  = { attribute = "pressure", operator = "lt", threshold = 1 }
    }
  }
  assert {
    condition     = engine_alert.this["pump-1/pressure-high"].id != "" && length(engine_alert.this) == 4
    error_message = "The alerts that were there do not stay."
  }
}

run "events" {
  module {
    source = "./tests/events"
  }
  variables {
    alert = run.set.alerts["pump-1/pressure-high"].id
  }
  assert {
    condition = [for event in output.events : [event.timestamp, event.new_status]] == [
      ["2026-03-01T10:10:00.000000Z", "alert"],
      ["2026-03-01T10:20:00.000000Z", "no_alert"],
    ]
    error_message = "The events are ${jsonencode(output.events)}."
  }
}
