locals {
  # Expressions over the items A, B and so on.
  expressions = {
    energy_use = "$A / $B"
    use_rating = "$A / $B / $M"
    greatest   = "Math.max(${join(", ", formatlist("$%s", values(local.pump_ref_ids)))})"
  }

  # Some alerts and widgets have an item for every pump. The items' ref_ids follow the order of the keys: north is A, south is B.
  pump_ref_ids = zipmap(keys(var.pumps), slice(["A", "B", "C", "D", "E", "F", "G", "H", "I"], 0, length(var.pumps)))
}
