mock_provider "acme" {
  mock_resource "acme_alert" {
    defaults = {
      id = "alert-1"
    }
  }
  mock_resource "acme_asset" {
    defaults = {
      id = "asset-1"
    }
  }
}

mock_provider "engine" {
  mock_resource "engine_alert" {
    defaults = {
      id = "alert-1"
    }
  }
}

override_resource {
  target = engine_alert.high
  values = {
    id = "alert-2"
  }
}

run "window" {
  command = plan

  plan_options {
    target = [engine_alert.high, acme_asset.pump]
  }

  assert {
    condition     = engine_alert.high.stmt_time_window == 60
    error_message = "The window of ${engine_alert.high.name} is another one."
  }
}

run "line" {
  module {
    source = "./line"
  }

  assert {
    condition     = engine_dashboard.plant.name == "Plant"
    error_message = "It has another name."
  }
}
