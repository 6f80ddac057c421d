# An object with a password that Terraform sends, but stores neither in the plan nor in the state. This needs Terraform 1.11 or later.

variable "password" {
  type      = string
  ephemeral = true
}

resource "engine_document" "meter" {
  path = "asset/assets/"
  body = jsonencode({
    name  = "Flow meter 7"
    login = { user = "terraform" }
  })

  # The provider adds these keys to those of body. To send a new password, also change body_wo_version.
  body_wo         = jsonencode({ login = { password = var.password } })
  body_wo_version = 1
}
