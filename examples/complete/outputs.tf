output "dashboard_id" {
  description = "Identifier of the station's dashboard."
  value       = engine_dashboard.station.id
}

output "tabs" {
  description = "The tabs of the dashboard by their names, from the plural data source."
  value       = { for tab in data.engine_tabs.station.tabs : tab.name => tab.id }
}

output "widgets" {
  description = "The widgets on the tab Operation and their types."
  value       = { for widget in data.engine_widgets.operation.widgets : widget.name => widget.type }
}

output "rate_alerts" {
  description = "Names of the alerts that run every few minutes."
  value       = data.engine_alerts.pumps.alerts[*].name
}

output "alert_ids" {
  description = "Identifiers of all alerts."
  value = concat(
    [for alert in engine_alert.energy_use : alert.id],
    [for alert in engine_alert.daily : alert.id],
  )
}

output "function_id" {
  description = "Identifier of the function that calculates the energy use."
  value       = data.engine_function.energy_use.id
}

output "node" {
  description = "The station's node, with the fields that only the engine sets."
  value = {
    id         = data.engine_node.station.id
    status     = data.engine_node.station.status
    created_at = data.engine_node.station.created_at
  }
}

output "deployments" {
  description = "Deployment status of the components, by their names."
  value = {
    (data.engine_component.gateway.name) = data.engine_component.gateway.deployment_status
    (data.engine_component.anomaly.name) = data.engine_component.anomaly.deployment_status
  }
}

output "found" {
  description = "Number of objects of each kind that the plural data sources find."
  value = {
    nodes      = length(data.engine_nodes.edge.nodes)
    components = length(data.engine_components.all.components)
    routines   = length(data.engine_routines.gateway.routines)
    dashboards = length(data.engine_dashboards.station.dashboards)
    tabs       = length(data.engine_tabs.station.tabs)
    widgets    = length(data.engine_widgets.operation.widgets)
    alerts     = length(data.engine_alerts.pumps.alerts)
    functions  = length(data.engine_functions.all.functions)
  }
}
