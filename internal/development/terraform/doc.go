// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package terraform runs Terraform or OpenTofu as a user would: as a command, in a directory with a configuration. The provider comes from
// a mirror on disk. The user's own Terraform settings have no effect, and no process is left running; the library terraform-exec would
// leave the providers that Terraform started. The benchmark and all tests that run Terraform without terraform-plugin-testing use it. It
// imports only package process. Start reading in terraform.go.
package terraform
