// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import "github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/statefile"

// managed holds the resources in a state by "type id".
type managed map[string]bool

// readState reads the resources in a state. Without a file there are none.
func readState(file string) (managed, error) {
	if file == "" {
		return nil, nil
	}
	instances, err := statefile.Read(file)
	m := managed{}
	for _, i := range instances {
		if id, _ := i.Attributes["id"].(string); i.Mode == "managed" && id != "" {
			m[i.Type+" "+id] = true
		}
	}
	return m, err
}
