run "pressure" {}

run "events" {
  module {
    source = "./tests/events"
  }
  variables {
    alert = run.pressure.alert
  }
  assert {
    condition     = output.changes == ["2026-01-01T08:15:00.000000Z alert", "2026-01-01T08:30:00.000000Z no_alert"]
    error_message = "The alert has ${jsonencode(output.changes)}."
  }
}

run "higher_limit" {
  variables {
    limit = 9.5
  }
}

run "events_of_the_higher_limit" {
  module {
    source = "./tests/events"
  }
  variables {
    alert = run.higher_limit.alert
  }
  assert {
    condition     = output.changes == ["2026-01-01T08:20:00.000000Z alert", "2026-01-01T08:25:00.000000Z no_alert"]
    error_message = "The alert has ${jsonencode(output.changes)}."
  }
}

# What the engine does is what the function says. OpenTofu 1.12 crashes on functions of providers in assertions; in a module it has them.
run "rehearsal" {
  command = plan
  assert {
    condition     = output.rehearsal == ["2026-01-01T08:15:00Z alert", "2026-01-01T08:30:00Z no_alert"]
    error_message = "The rehearsal has other changes than the engine has events."
  }
}
