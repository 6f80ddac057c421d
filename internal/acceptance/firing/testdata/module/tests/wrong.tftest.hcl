variables {
  limit = 80
}

run "pressure" {}

run "events" {
  module {
    source = "./tests/events"
  }
  variables {
    alert = run.pressure.alert
  }
  assert {
    condition     = length(output.changes) > 0
    error_message = "The alert did not fire."
  }
}
