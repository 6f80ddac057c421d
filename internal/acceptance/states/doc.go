// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package states tests that this provider can read the states that earlier releases wrote. internal/provider/testdata/states contains a
// directory for each release, with states and the objects of the engine. TestStoreStates writes the directory of a new release.
//
// The package contains only tests. Start reading in states_test.go.
package states
