run "pressure" {}

run "later" {
  module {
    source = "./tests/clock"
  }
  variables {
    advance = "20m"
  }
}

run "events" {
  module {
    source = "./tests/events"
  }
  variables {
    alert = run.pressure.alert
  }
  assert {
    condition     = output.changes == ["2026-01-01T08:15:00.000000Z alert"]
    error_message = "The alert has ${jsonencode(output.changes)}."
  }
}
