// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package providertest provides helpers for tests in several packages. Only tests import it. The helpers start a reference server, convert
// Go values to Terraform values and configurations, return a provider's diagnostics, and compare responses. The package imports the client
// and the reference server. Start reading in engine.go.
package providertest
