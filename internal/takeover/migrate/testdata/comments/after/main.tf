resource "engine_alert" "high" /* before the brace */ {
  name     = "High"
  severity = "SEV2"
  type     = "rate"

  alert_items = [
    {
      /* of items */
      ref_id = "A"
      type   = "EXPRESSION"
      # beside what is empty
      # above what is empty
      /* empty */
      # within what is empty
    },
  ]
  tags = [
    { # the first
      id = "t-1"
    },
  ]
  assets = [
    { id = "a-1" }, # the asset
  ]

  lifecycle {
    ignore_changes = [
      # whoever it is
      # the condition
      stmt_thresholds,
      /* nobody */

    ]
  }
}

resource "engine_function" "sum" {
  name = "Sum"
  function_items = [{
    ref_id     = "A"
    type       = "EXPRESSION"
    expression = "1 + 1"
    # why it is empty
    # and what it was
    /* the last */

  }]
}

# Names that for expressions hide.
locals {
  hidden = [for acme_alert in var.all : acme_alert.high.owner]
  keys   = { for acme_function, high in var.all : acme_function.sum => engine_alert.high.id }
  shown  = [for item in [engine_alert.high.id] : engine_alert.high.name]
}

resource "engine_dashboard" "plant" {
  name = "Plant"
  tags = [
    /* of all */
    for tag in var.all : {
      /* one */
      id   = tag.id
      name = join(", ", [for tags in tag.names : tags.value])
    }
  ]
}

variable "all" {}
