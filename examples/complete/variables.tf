# --- The plant: assets, attributes and tags that already exist in the engine ---

variable "station" {
  description = "Asset of the pumping station."
  type        = object({ id = string, name = string })
  default     = { id = "7c1b5f0e-2f4c-4b52-9a0e-5d1f6a3c1001", name = "Pumping station Riverside" }
}

variable "pumps" {
  description = "Assets of the pumps, at most nine. The keys are short names that the configuration uses."
  type        = map(object({ id = string, name = string }))
  default = {
    north = { id = "7c1b5f0e-2f4c-4b52-9a0e-5d1f6a3c2001", name = "Pump north" }
    south = { id = "7c1b5f0e-2f4c-4b52-9a0e-5d1f6a3c2002", name = "Pump south" }
  }

  validation {
    condition     = contains(keys(var.pumps), "north") && length(var.pumps) <= 9
    error_message = "There are one to nine pumps, and the one that the dashboard shows in detail is called north."
  }
}

variable "attributes" {
  description = "Attributes that every pump has."
  type = object({
    flow       = object({ id = string, name = string })
    pressure   = object({ id = string, name = string })
    power      = object({ id = string, name = string })
    state      = object({ id = string, name = string })
    energy_use = object({ id = string, name = string })
    anomaly    = object({ id = string, name = string })
  })
  default = {
    flow       = { id = "7c1b5f0e-2f4c-4b52-9a0e-5d1f6a3c3001", name = "Flow" }
    pressure   = { id = "7c1b5f0e-2f4c-4b52-9a0e-5d1f6a3c3002", name = "Discharge pressure" }
    power      = { id = "7c1b5f0e-2f4c-4b52-9a0e-5d1f6a3c3003", name = "Electric power" }
    state      = { id = "7c1b5f0e-2f4c-4b52-9a0e-5d1f6a3c3004", name = "State" }
    energy_use = { id = "7c1b5f0e-2f4c-4b52-9a0e-5d1f6a3c3005", name = "Energy use against rating" }
    anomaly    = { id = "7c1b5f0e-2f4c-4b52-9a0e-5d1f6a3c3006", name = "Anomaly score" }
  }
}

variable "rated_energy_use" {
  description = "Metadata field of a pump that holds its rated energy use in kilowatt hours per cubic meter."
  type        = object({ id = string, name = string })
  default     = { id = "7c1b5f0e-2f4c-4b52-9a0e-5d1f6a3c4001", name = "Rated energy use" }
}

variable "tags" {
  description = "Tags for the objects of the station."
  type        = list(object({ id = string, name = string }))
  default = [
    { id = "7c1b5f0e-2f4c-4b52-9a0e-5d1f6a3c5001", name = "water" },
    { id = "7c1b5f0e-2f4c-4b52-9a0e-5d1f6a3c5002", name = "riverside" },
  ]
}

# --- Operation: each variable changes one value of every object of a kind, without replacing the objects ---

variable "node_type" {
  description = "Where the node runs: self_hosted on the computer in the station, service_hosted on a computer of the engine."
  type        = string
  default     = "self_hosted"
}

variable "component_version" {
  description = "Version of the station's components."
  type        = string
  default     = "1.0.0"
}

variable "sampling_interval" {
  description = "Seconds between two runs of the routines."
  type        = number
  default     = 10
}

variable "dashboard_description" {
  description = "Text under the name of the dashboard."
  type        = string
  default     = "Flow, pressure and energy use of the pumps."
}

variable "tab_order" {
  description = "The tabs of the dashboard, in their order."
  type        = list(string)
  default     = ["operation", "maintenance"]

  validation {
    condition     = join(" ", sort(var.tab_order)) == "maintenance operation"
    error_message = "The tabs are operation and maintenance; each comes once."
  }
}

variable "refresh_interval" {
  description = "How often the widgets are refreshed."
  type        = string
  default     = "30s"
}

variable "alert_recipients" {
  description = "E-mail addresses that the alerts notify."
  type        = list(string)
  default     = ["operators@example.com"]
}

variable "energy_use_window" {
  description = "Time window of the measurements from which the energy use is calculated, in seconds."
  type        = number
  default     = 900
}
