// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
)

// Habits returns the names of the active habits (deviations from INTERFACE.md), including their parameters, as in "small-pages=1".
func (s *Server) Habits() []string { return s.habits.Load().Names() }

// SetHabits replaces the active habits (deviations from INTERFACE.md), starting with the next request. A new habit that delays the
// visibility of writes, such as late-lists, does not affect earlier writes.
func (s *Server) SetHabits(names []string) error {
	set, err := s.options.habits(names)
	if err == nil {
		s.habits.Store(set)
	}
	return err
}

func (o Options) habits(names []string) (*habit.Set, error) {
	return habit.New(names, o.Seed, habit.Settings{
		Scheme:        "Service",
		MaxBody:       maxBody,
		PageSize:      defaultPageSize,
		MaxPageSize:   maxPageSize,
		PageParameter: "page",
	})
}
