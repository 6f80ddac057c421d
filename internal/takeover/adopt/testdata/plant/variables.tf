variable "forecast_api_key" {
  description = "Value of api key in engine_component.forecast."
  type        = string
  sensitive   = true
  default     = null
}
