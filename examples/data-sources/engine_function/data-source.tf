# Find a function by its name.

resource "engine_function" "balance" {
  name = "Water balance"
}

data "engine_function" "balance" {
  name       = "Water balance"
  depends_on = [engine_function.balance]
}

output "balance_id" {
  value = data.engine_function.balance.id
}
