# Write an expression in the form that the engine runs. Resources do this by themselves; use the function in other places.

output "pressure_drop" {
  value = provider::engine::expression_plain("($A - $B) / $A * 100")
}
