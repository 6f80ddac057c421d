resource "engine_alert" "alert_500_mbar" {
  name              = "500 mbar"
  severity          = "SEV1"
  tags              = local.tags_water_pump
  type              = "rate"
  destinations_list = local.destinations_list
}

resource "engine_alert" "low_flow" {
  name       = "Low flow"
  severity   = "sev2"
  tags       = local.tags_water_pump
  type       = "rate"
  rate_value = 5
  rate_unit  = "minute"

  alert_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    label                  = "Flow"
    query_filter_asset     = local.pump_1
    query_filter_attribute = local.flow
  }]

  stmt_target_variable = "A"
  stmt_operator        = "lt"

  stmt_thresholds = [
    { value = 3, status = "alert", status_text = "low" },
    { value = 4.5, status = "warning" },
  ]

  destinations_list = local.destinations_list
}

resource "engine_alert" "low_flow_2" {
  name              = "low flow!"
  severity          = "SEV1"
  tags              = local.tags_water_pump
  type              = "cron"
  destinations_list = local.destinations_list
}
