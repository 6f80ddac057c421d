# The query_plain and expression_plain of the items of widgets, alerts and functions: JSON texts in the form that the engine
# runs, written once.

locals {
  # Every value of an attribute of a pump, by the names of both: local.query["north.flow"].
  query = merge([
    for pump_name, pump in var.pumps : {
      for name, attribute in var.attributes : "${pump_name}.${name}" => jsonencode([
        { "$match" = { asset = pump.id, attribute = attribute.id } },
      ])
    }
  ]...)

  # One mean value per hour of the flow of a pump, by the name of the pump.
  query_hourly_flow = {
    for name, pump in var.pumps : name => jsonencode([
      { "$match" = { asset = pump.id, attribute = var.attributes.flow.id } },
      { "$addFields" = { timestamp = { "$dateTrunc" = { date = "$timestamp", unit = "hour", binSize = 1 } } } },
      { "$group" = { _id = "$timestamp", value = { "$avg" = "$value" }, timestamp = { "$last" = "$timestamp" } } },
    ])
  }

  # Expressions over the items A, B and so on. The arguments are the items in the order in which the expression names them.
  expressions = {
    energy_use = { text = "$A / $B", arguments = ["$A", "$B"] }
    use_rating = { text = "$A / $B / $M", arguments = ["$A", "$B", "$M"] }
    greatest   = { text = "Math.max(${join(", ", local.pump_variables)})", arguments = local.pump_variables }
  }
  expression_plain = {
    for name, expression in local.expressions : name => jsonencode({
      "$function" = {
        body = "function (${join(", ", expression.arguments)}) { return ${expression.text} }"
        args = expression.arguments
        lang = "js"
      }
    })
  }

  # The ref_id of each pump where all pumps are shown together: north is A, south is B.
  pump_ref_ids   = zipmap(keys(var.pumps), slice(["A", "B", "C", "D", "E", "F", "G", "H", "I"], 0, length(var.pumps)))
  pump_variables = [for ref_id in values(local.pump_ref_ids) : format("$%s", ref_id)]
}
