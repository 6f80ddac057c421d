// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package providertest supports the tests of several packages. It starts a reference server for one test, builds values and configurations
// from Go values, asks a provider for its diagnostics, and compares two of its responses. Only tests import it. It imports the client and
// the reference server. Start reading in engine.go.
package providertest
