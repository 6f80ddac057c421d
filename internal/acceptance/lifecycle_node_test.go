// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

func nodeCases() []lifecycleCase {
	return []lifecycleCase{{
		name: "node", object: "node",
		rows: []row{
			{attribute: "name", value: `"edge-1"`, changed: `"edge-2"`, required: true},
			{attribute: "type", value: `"self_hosted"`, changed: `"service_hosted"`, required: true},
			extraRow(),
		},
	}}
}
