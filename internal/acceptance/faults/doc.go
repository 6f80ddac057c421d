// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package faults checks that Terraform recovers from failed requests and interrupted runs. Its tests apply objects of every kind with the
// real Terraform while requests fail at random, and then compare the engine's objects with the state. The provider runs as a separate
// process. The package contains only tests. Start reading in faults_test.go. The configuration is in testdata/plant.tf.
package faults
