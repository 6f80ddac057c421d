// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package providertest provides helpers for tests in several packages. It starts a reference server for a test, builds values and
// configurations from Go values, returns a provider's diagnostics, and compares responses. Only tests import it. It imports the client and
// the reference server. Start reading in engine.go.
package providertest
