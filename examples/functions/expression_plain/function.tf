# Convert an expression to the form that the engine runs.

output "pressure_drop" {
  value = provider::engine::expression_plain("($A - $B) / $A * 100")
}
