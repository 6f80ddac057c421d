# The alert is muted while the gateway that measures the pressure is updated, and unmuted afterwards.

resource "engine_component" "gateway" {
  type                = "connector"
  name                = "Riverside gateway"
  version             = "1.0.0"
  deployment_capacity = "small"

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

  alert_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    query_filter_asset     = { id = "pump-1", name = "Pump 1" }
    query_filter_attribute = { id = "pressure", name = "Discharge pressure" }
  }]
  stmt_target_variable = "A"
  stmt_aggregation     = "max"
  stmt_time_window     = 600
  stmt_operator        = "gt"
  stmt_thresholds      = [{ value = 8, status = "alert" }]
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
