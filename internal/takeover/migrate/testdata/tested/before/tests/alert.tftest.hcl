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

override_resource {
  target = acme_alert.high
  values = {
    id = "alert-2"
  }
}

run "window" {
  command = plan

  plan_options {
    target = [acme_alert.high, acme_asset.pump]
  }

  assert {
    condition     = acme_alert.high.time_window == 60
    error_message = "The window of ${acme_alert.high.name} is another one."
  }
}

run "line" {
  module {
    source = "./line"
  }

  assert {
    condition     = acme_dashboard.plant.name == "Plant"
    error_message = "It has another name."
  }
}
