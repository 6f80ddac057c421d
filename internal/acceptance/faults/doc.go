// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package faults applies objects of every kind while requests fail at random or the run is interrupted. Terraform is real, and the provider
// is a separate process. The tests then compare the engine's objects with the state. The package contains only tests. Start reading in
// faults_test.go; the configuration is testdata/plant.tf.
package faults
