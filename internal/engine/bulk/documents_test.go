// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package bulk

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/development/enginetest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// If the list request fails, Documents yields the error once and ends.
func TestDocumentsOfARejectedList(t *testing.T) {
	t.Parallel()
	e := &fakeEngine{size: 50, status: func(*http.Request) int { return http.StatusForbidden }}
	r := e.reader(t, engine.Config{})
	yielded := 0
	for doc, err := range r.Documents(t.Context(), engine.Alerts, nil) {
		if yielded++; err == nil || doc != nil {
			t.Errorf("yields %v, %v", doc, err)
		}
	}
	if yielded != 1 {
		t.Errorf("yields %d times", yielded)
	}
}

// If lists omit fields, Documents reads ten objects at a time. It yields them in list order and skips objects that were deleted.
func TestDocumentsReadsTenAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var running, most atomic.Int64
		e := &fakeEngine{size: 250, single: func(id string) string { return fmt.Sprintf(`{"id":%q,"tags":[{"id":"1"}]}`, id) }}
		e.before = func(r *http.Request) {
			if !r.URL.Query().Has("page") {
				most.Store(max(most.Load(), running.Add(1)))
				time.Sleep(50 * time.Millisecond)
				running.Add(-1)
			}
		}
		e.status = func(r *http.Request) int {
			if strings.Contains(r.URL.Path, "/17") && !r.URL.Query().Has("page") { // ten objects: 17 and 170 to 178, but not 179
				return map[bool]int{true: 0, false: http.StatusNotFound}[strings.Contains(r.URL.Path, "/179")]
			}
			return 0
		}
		listed, last := 0, -1
		for doc, err := range e.reader(t, engine.Config{}).Documents(t.Context(), engine.Alerts, nil) {
			enginetest.Must(t, err)
			id, err := strconv.Atoi(fmt.Sprint(doc["id"]))
			enginetest.Must(t, err)
			if id <= last || doc["tags"] == nil {
				t.Errorf("%v follows %d", doc, last)
			}
			listed, last = listed+1, id
		}
		if singles, pages := e.requests(); listed != 240 || most.Load() != 10 || pages != 3 || singles < 250 {
			t.Errorf("%d objects, with %d single reads, %d at once, and %d pages", listed, singles, most.Load(), pages)
		}
	})
}
