// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package terraform runs Terraform or OpenTofu as a user would: as a program in a folder with a configuration, with the
// provider from a mirror on disk. Nothing of the settings of whoever runs it gets in, and nothing is left running:
// terraform-exec, which drives Terraform for tests with a provider in their own process, interrupts Terraform alone and leaves
// what that one had started. It is for the programs of this module that show or measure the provider and for tests of the
// program that is built, imports the package process alone, and knows nothing of an engine. Start reading in terraform.go.
package terraform
