# Resources derive expression_plain by themselves. Use the function in other places, such as the settings of a component.
output "pressure_drop" {
  value = provider::engine::expression_plain("($A - $B) / $A * 100")
}
