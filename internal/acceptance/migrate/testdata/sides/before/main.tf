terraform {
  required_providers {
    acme = { source = "acme/acme" }
  }
}

resource "acme_asset" "boiler" {
  name = "Boiler"
}

resource "acme_alert" "hot" {
  name            = "Hot"
  description     = "d"
  severity        = "sev1"
  type            = "rate"
  rate_unit       = "minute"
  rate_value      = 10
  time_window     = 60
  operator        = "gt"
  aggregation     = "max"
  target_variable = "A"
  thresholds {
    value  = 1
    status = "alert"
  }
  alert_items {
    ref_id           = "A"
    type             = "QUERY"
    expression       = ""
    expression_plain = ""
    query_filter_asset {
      id   = acme_asset.boiler.id
      name = acme_asset.boiler.name
    }
    query_filter_attribute {
      id   = "at-1"
      name = "Temperature"
    }
    query_group_function = ""
    query_group_unit     = ""
    query_plain          = jsonencode([{ "$match" = { asset = acme_asset.boiler.id, attribute = "at-1" } }])
  }
  related_assets {
    id   = acme_asset.boiler.id
    name = acme_asset.boiler.name
  }
}
