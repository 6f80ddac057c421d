// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package providertest provides helpers for tests in several packages, which are its only importers. It starts a reference server for a
// test, builds values and configurations from Go values, returns a provider's diagnostics, and compares responses, with the help of the
// client and the reference server. To find your way around, start with engine.go.
package providertest
