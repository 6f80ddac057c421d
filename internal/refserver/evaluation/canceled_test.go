// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package evaluation_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/evaluation"
)

// TestCanceledCallsDoNotWait checks that calls with a canceled context return an error at once while SetClock holds the runner's lock.
func TestCanceledCallsDoNotWait(t *testing.T) {
	t.Parallel()
	r, _ := newRunner(t)
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	calls := map[string]func() error{
		"Started":   func() error { return r.Started(canceled) },
		"Add":       func() error { return r.Add(canceled, "day.json", strings.NewReader(day)) },
		"Clear":     func() error { return r.Clear(canceled) },
		"Series":    func() error { _, err := r.Series(canceled); return err },
		"SetClock":  func() error { return r.SetClock(canceled, nil) },
		"Recording": func() error { _, err := r.Recording(canceled); return err },
	}
	err := r.SetClock(t.Context(), func(s evaluation.Setting) (evaluation.Setting, error) {
		for name, call := range calls {
			if err := call(); !errors.Is(err, context.Canceled) {
				t.Errorf("%s returned %v", name, err)
			}
		}
		return s, nil
	})
	if err != nil {
		t.Error(err)
	}
}
