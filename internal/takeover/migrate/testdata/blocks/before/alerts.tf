resource "acme_alert" "high" {
  # How it is called.
  name     = "High"
  severity = "SEV2" # urgent
  type     = "rate"

  # The pressure.
  alert_items {
    # of the pump
    ref_id = "A"
    type   = "QUERY" // read
    query_filter_asset {
      id = "a-1"
    }
    query_filter_attribute { id = "p-1" }
    query_limit = 10000
  } # end of A

  rate_value = 5
  rate_unit  = "minute"

  /* The sum,
     of one. */
  alert_items {
    ref_id           = "E"
    type             = "EXPRESSION"
    expression       = "$A"
    expression_plain = jsonencode({ "$function" = {} })
  }

  # A tag alone.
  tag { id = "t-1" }

  stmt_threshold {
    value  = 10
    status = "warning"
  }
  stmt_threshold {
    value  = 20
    status = "alert"
  }
  # The end.
}

resource "acme_algorithm" "model" {
  name                = "Model"
  version             = "1.0.0"
  deployment_capacity = "small"
  input {
    name  = "threshold"
    type  = "float"
    value = 0.5
  }
  input {
    name    = "mode"
    type    = "str"
    value   = "fast"
    choices = ["fast", "slow"]
  }
  input {
    name = "place"
    type = "DataAddress"
    value {
      asset     = "a-1"
      attribute = ""
    }
  }
  output {
    name = "result"
    fields {
      name = "value"
      type = "float"
    }
  }
  routines { name = "inference" }
  timeouts {
    create = "5m"
  }
}

resource "acme_function" "sum" {
  name         = "Sum"
  target_asset = [{ id = "a-1" }]
  function_items = [
    { ref_id = "A", type = "EXPRESSION", expression = "1 + 1", query_sort_direction = -1 },
  ]
}

resource "acme_dashboard" "plant" {
  name      = "Plant"
  asset_ids = ["a-1", "a-2"] # both
  tags = [
    "t-1", # one
    "t-2",
  ]
}

output "first" {
  value = "${acme_function.sum.target_asset[0].id}: ${acme_alert.high.alert_items[0].ref_id}"
}
