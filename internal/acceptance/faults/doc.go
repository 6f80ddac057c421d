// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package faults applies objects of every kind with the real Terraform and the provider in a separate process, while requests fail at
// random or the run is interrupted. It then compares the engine's objects with the state. It contains only tests. Start reading in
// faults_test.go; the configuration is testdata/plant.tf.
package faults
