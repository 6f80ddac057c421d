// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package faults applies objects of every kind while requests fail at random or the run is interrupted. The tests run the real Terraform,
// with the provider as a separate process, and then compare the engine's objects with the state. The package contains only tests. Start
// reading in faults_test.go. The configuration is testdata/plant.tf.
package faults
