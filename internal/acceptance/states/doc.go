// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package states reads states that earlier releases of the provider stored. internal/provider/testdata/states has a folder for each
// release, with the state and the engine's objects of some configurations. TestStoreStates writes such a folder. The package contains
// only tests. Start reading in states_test.go.
package states
