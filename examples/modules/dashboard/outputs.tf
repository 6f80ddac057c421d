output "id" {
  description = "Id of the dashboard."
  value       = engine_dashboard.this.id
}

output "tabs" {
  description = "Ids of the tabs, by name."
  value       = { for name, tab in engine_tab.this : name => tab.id }
}

output "widgets" {
  description = "The widgets, by \"tab/widget\", with all attributes."
  value       = engine_widget.this
}
