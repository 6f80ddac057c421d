resource "engine_dashboard" "dashboard_00000000" {
  name = "Насосы"

  description = <<-EOT
    Line one
    line two
      indented
  EOT
}

resource "engine_tab" "dashboard_00000000_flow" {
  name      = "Flow"
  dashboard = engine_dashboard.dashboard_00000000.id
}
