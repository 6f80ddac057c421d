// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package control

import (
	"fmt"
	"net/http"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

type habits struct {
	Habits []string `json:"habits"`
}

// readHabits is Server.Habits.
func readHabits(d *Door, _ *http.Request) (any, error) {
	return habits{append([]string{}, d.server.Habits()...)}, nil
}

// setHabits is Server.SetHabits.
func setHabits(d *Door, r *http.Request) (any, error) {
	var sent habits
	if err := read(r.Body, &sent); err != nil {
		return nil, err
	}
	if err := d.server.SetHabits(sent.Habits); err != nil {
		return nil, err
	}
	return readHabits(d, r)
}

// updateOnly names the modes.
var updateOnly = map[refserver.UpdateOnly]string{
	refserver.Accept: "accept", refserver.Ignore: "ignore", refserver.Reject: "reject",
}

type updateOnlyMode struct {
	UpdateOnly string `json:"update_only"`
}

// readUpdateOnly is Server.UpdateOnly.
func readUpdateOnly(d *Door, _ *http.Request) (any, error) {
	return updateOnlyMode{updateOnly[d.server.UpdateOnly()]}, nil
}

// setUpdateOnly is Server.SetUpdateOnly.
func setUpdateOnly(d *Door, r *http.Request) (any, error) {
	var sent updateOnlyMode
	if err := read(r.Body, &sent); err != nil {
		return nil, err
	}
	for mode, name := range updateOnly {
		if name == sent.UpdateOnly {
			return sent, d.server.SetUpdateOnly(mode)
		}
	}
	return nil, fmt.Errorf("update_only is %q, not accept, ignore or reject", sent.UpdateOnly)
}
