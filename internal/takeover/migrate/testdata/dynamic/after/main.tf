locals {
  items      = [{ ref = "A", asset = "a-1" }]
  thresholds = { warning = 10, alert = 20 }
}

resource "engine_alert" "high" {
  name     = "High"
  severity = "SEV2"
  type     = "rate"

  # All of them.
  alert_items = concat(
    [
      # In their order.
      for alert_item in local.items : {
        ref_id = alert_item.ref # the name
        type   = "QUERY"
        query_filter_asset = one([for query_filter_asset in alert_item.asset == null ? [] : [alert_item.asset] : {
          id = query_filter_asset
        }])
      }
    ],
    [
      {
        ref_id     = "E"
        type       = "EXPRESSION"
        expression = "$A"
      },
    ],
  )

  stmt_thresholds = [for each_threshold_key, each_threshold in local.thresholds : {
    value       = each_threshold
    status      = each_threshold_key
    status_text = "over ${each_threshold}"
  }]

  tags = [for tag_key, tag in toset(["t-1"]) : {
    id = tag_key
  }]
}
