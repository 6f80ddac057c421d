// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package providertest has what tests of several packages share: a reference server of one test, values and configurations from
// plain Go values, what a provider says to a configuration, and the comparison of two answers. Only tests import it.
//
// It imports the client and the reference server. Start reading in engine.go.
package providertest
