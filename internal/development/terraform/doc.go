// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package terraform runs Terraform or OpenTofu as a user would: as a command in a directory with a configuration. It installs the provider
// from a mirror on disk and ignores the user's own Terraform settings. Unlike the terraform-exec library, it leaves no processes running,
// not even a provider that Terraform started. The benchmark uses it, as do all tests that run Terraform without terraform-plugin-testing.
// It imports only package process. Start reading in terraform.go.
package terraform
