// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package control

import "net/http"

type habits struct {
	Habits []string `json:"habits"`
}

func readHabits(d *Door, _ *http.Request) (any, error) {
	return habits{append([]string{}, d.server.Habits()...)}, nil
}

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
