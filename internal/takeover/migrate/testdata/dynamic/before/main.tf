locals {
  items      = [{ ref = "A", asset = "a-1" }]
  thresholds = { warning = 10, alert = 20 }
}

resource "acme_alert" "high" {
  name     = "High"
  severity = "SEV2"
  type     = "rate"

  # All of them.
  dynamic "alert_items" {
    # In their order.
    for_each = local.items
    content {
      ref_id = alert_items.value.ref # the name
      type   = "QUERY"
      dynamic "query_filter_asset" {
        for_each = alert_items.value.asset == null ? [] : [alert_items.value.asset]
        content {
          id = query_filter_asset.value
        }
      }
    }
  }

  alert_items {
    ref_id     = "E"
    type       = "EXPRESSION"
    expression = "$A"
  }

  dynamic "stmt_thresholds" {
    for_each = local.thresholds
    iterator = each_threshold
    content {
      value       = each_threshold.value
      status      = each_threshold.key
      status_text = "over ${each_threshold.value}"
    }
  }

  dynamic "tags" {
    for_each = toset(["t-1"])
    content {
      id = tags.key
    }
  }
}
