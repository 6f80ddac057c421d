// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package states reads states that earlier releases of the provider wrote. internal/provider/testdata/states has a directory for each
// release, with states and the objects that the engine had. TestStoreStates writes such a directory for a new release. The package contains
// only tests. Start reading in states_test.go.
package states
