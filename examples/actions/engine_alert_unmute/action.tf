# Nobody is notified of the pressure while the gateway that measures it changes.
resource "engine_component" "gateway" {
  type                = "connector"
  name                = "Riverside gateway"
  version             = "1.0.0"
  deployment_capacity = "small"
  input               = []
  output              = []
  routines            = []

  lifecycle {
    action_trigger {
      events  = [before_update]
      actions = [action.engine_alert_mute.pressure]
    }
    action_trigger {
      events  = [after_update]
      actions = [action.engine_alert_unmute.pressure]
    }
  }
}

resource "engine_alert" "pressure" {
  name       = "Discharge pressure"
  severity   = "SEV3"
  type       = "rate"
  rate_value = 5
  rate_unit  = "minute"
}

action "engine_alert_mute" "pressure" {
  config {
    id = engine_alert.pressure.id
  }
}

action "engine_alert_unmute" "pressure" {
  config {
    id = engine_alert.pressure.id
  }
}
