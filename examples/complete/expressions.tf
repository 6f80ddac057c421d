locals {
  # Expressions over the items A, B and so on.
  expressions = {
    energy_use = "$A / $B"
    use_rating = "$A / $B / $M"
    greatest   = "Math.max(${join(", ", formatlist("$%s", values(local.pump_ref_ids)))})"
  }

  # The ref_id of each pump in objects with items of all pumps: north is A, south is B.
  pump_ref_ids = zipmap(keys(var.pumps), slice(["A", "B", "C", "D", "E", "F", "G", "H", "I"], 0, length(var.pumps)))
}
