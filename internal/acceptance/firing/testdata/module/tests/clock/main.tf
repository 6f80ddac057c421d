variable "advance" {
  type = string
}

# The control door of the reference server: its address and its token are in the environment.
resource "terraform_data" "clock" {
  triggers_replace = timestamp()

  provisioner "local-exec" {
    command = <<-EOT
      curl -sSf -X PUT "$ENGINE_CONTROL_URL/clock" -H "authorization: Bearer $ENGINE_CONTROL_TOKEN" -d '{"advance": "${var.advance}"}'
    EOT
  }
}
