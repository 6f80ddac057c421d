# Read the status of a function by its id.

resource "engine_function" "balance" {
  name = "Water balance"
}

data "engine_function" "balance" {
  id = engine_function.balance.id
}

output "balance_status" {
  value = data.engine_function.balance.status
}
