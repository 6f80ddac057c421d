resource "engine_dashboard" "plant" {
  name = "Plant"
}
