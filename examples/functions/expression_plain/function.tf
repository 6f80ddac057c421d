# The resources derive expression_plain on their own. Elsewhere, as in the settings of a component, the function makes it.
output "pressure_drop" {
  value = provider::engine::expression_plain("($A - $B) / $A * 100")
}
