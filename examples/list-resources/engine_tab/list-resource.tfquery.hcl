# List all tabs of a dashboard.

list "engine_tab" "of_station" {
  provider = engine

  config {
    dashboard = "8fcff136-fc67-46eb-adc8-cc63fbd5772d"
  }
}
