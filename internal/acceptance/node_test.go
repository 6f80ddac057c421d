// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
)

func nodeTest() objectTest {
	return objectTest{
		name: "node",
		rows: []row{
			{attribute: "name", value: `"edge-1"`, changed: `"edge-2"`, required: true},
			{attribute: "type", value: `"self_hosted"`, changed: `"service_hosted"`, required: true},
			extraRow(),
		},
		state: map[string]knownvalue.Check{"type": knownvalue.StringExact("self_hosted")},
	}
}
