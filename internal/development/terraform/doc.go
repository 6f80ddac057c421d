// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package terraform runs Terraform or OpenTofu as a program, as users do: in a folder with a configuration, and with the provider from a
// filesystem mirror. The user's own Terraform settings have no effect, and no process is left running. terraform-exec can't do that: it
// interrupts only Terraform and leaves the providers running that Terraform started. The package imports only package process. Start
// reading in terraform.go.
package terraform
