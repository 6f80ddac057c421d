output "component_id" {
  description = "Id of the component."
  value       = engine_component.this.id

  precondition {
    condition     = length(local.crowded) == 0
    error_message = "There are more routines than the component allows: ${join(", ", local.crowded)}."
  }
}

output "routines" {
  description = "The routines, by \"site/kind\", with all attributes."
  value       = engine_routine.this
}
