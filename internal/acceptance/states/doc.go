// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package states reads what earlier releases of the provider stored. internal/provider/testdata/states has a folder for each
// release, with the state and the engine's objects of some configurations; TestStoreStates writes one. It has tests alone. Start
// reading in states_test.go.
package states
