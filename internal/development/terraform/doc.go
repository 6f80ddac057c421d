// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package terraform runs Terraform or OpenTofu as a user would: as a program, in a folder with a configuration. The provider comes from a
// mirror on disk. The user's own Terraform settings have no effect, and no process is left running. The library terraform-exec does not
// fit, because it interrupts only Terraform and leaves the providers that Terraform started. The benchmark uses this package, and so do all
// tests that run Terraform without terraform-plugin-testing. It imports only package process. Start reading in terraform.go.
package terraform
