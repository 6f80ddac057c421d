// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package control

import (
	"net/http"

	"github.com/engine-platform/terraform-provider-engine/internal/base/profile"
)

type habits struct {
	Habits []string `json:"habits"`
}

func readHabits(d *API, _ *http.Request) (any, error) {
	return habits{append([]string{}, d.server.Habits()...)}, nil
}

func setHabits(d *API, r *http.Request) (any, error) {
	var sent habits
	if err := read(r.Body, &sent); err != nil {
		return nil, err
	}
	if err := d.server.SetHabits(sent.Habits); err != nil {
		return nil, err
	}
	return readHabits(d, r)
}

// setProfile makes the server imitate the engine that a profile describes. It responds with a message for each part of the profile that the
// server can't imitate.
func setProfile(d *API, r *http.Request) (any, error) {
	p, err := profile.Read(r.Body)
	if err != nil {
		return nil, err
	}
	ignored, err := d.server.SetProfile(p)
	if err != nil {
		return nil, err
	}
	return map[string][]string{"ignored": append([]string{}, ignored...)}, nil
}
