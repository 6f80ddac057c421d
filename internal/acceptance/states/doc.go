// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package states checks that this provider can read the states written by earlier releases. internal/provider/testdata/states contains a
// directory for each release, with states and the engine's objects. TestStoreStates writes the directory for a new release.
//
// The package contains only tests. Start reading in states_test.go.
package states
