output "dashboards" {
  value = { for name, d in engine_dashboard.each : name => d.id }
}

output "names" { value = values(engine_dashboard.each)[*].name }
