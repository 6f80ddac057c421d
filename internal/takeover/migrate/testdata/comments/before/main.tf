resource "acme_alert" "high" /* before the brace */ {
  name     = "High"
  severity = "SEV2"
  type     = "rate"

  alert_items /* of items */ {
    ref_id = "A"
    type   = "EXPRESSION"
    label  = "" # beside what is empty
    # above what is empty
    query_group_unit = ""
    query_filter_asset /* empty */ {
      # within what is empty
    }
  }
  tags { # the first
    id = "t-1"
  }
  related_assets { id = "a-1" } # the asset

  lifecycle {
    ignore_changes = [
      owner, # whoever it is
      # the condition
      thresholds,
      /* nobody */
      policy,
    ]
  }
}

resource "acme_function" "sum" {
  name = "Sum"
  function_items = [{
    ref_id     = "A"
    type       = "EXPRESSION"
    expression = "1 + 1"
    # why it is empty
    label = "" # and what it was
    /* the last */
    query_plain = ""
  }]
}

# Names that for expressions hide.
locals {
  hidden = [for acme_alert in var.all : acme_alert.high.owner]
  keys   = { for acme_function, high in var.all : acme_function.sum => acme_alert.high.id }
  shown  = [for item in [acme_alert.high.id] : acme_alert.high.name]
}

resource "acme_dashboard" "plant" {
  name = "Plant"
  dynamic "tags" /* of all */ {
    for_each = var.all
    content /* one */ {
      id   = tags.value.id
      name = join(", ", [for tags in tags.value.names : tags.value])
    }
  }
}

variable "all" {}
