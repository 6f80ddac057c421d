# Convert a query to the form that the engine runs.

output "hourly_mean" {
  value = provider::engine::query_plain(
    "0d9c9df5-93b5-4b4f-a5a2-1e2c6d8d0001",
    "7a3e0c54-4f7e-4a53-8d0b-5c7f3f1b0002",
    "hour",
    "avg",
  )
}
