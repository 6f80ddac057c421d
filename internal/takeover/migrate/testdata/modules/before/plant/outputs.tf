output "dashboards" {
  value = { for name, d in acme_dashboard.each : name => d.id }
}

output "names" { value = values(acme_dashboard.each)[*].name }
