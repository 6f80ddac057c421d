resource "acme_dashboard" "plant" {
  name = "Plant"
}
