// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package faults applies objects of every kind with the real Terraform and the provider as a program of its own, while
// requests fail at random or the run is interrupted, and compares what the engine has with what the state has. It has tests
// alone. Start reading in faults_test.go; the configuration is testdata/plant.tf.
package faults
