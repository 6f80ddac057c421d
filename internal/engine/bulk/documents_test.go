// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package bulk

import (
	"net/http"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// Documents yields the error of a list once, and then ends.
func TestDocumentsOfARefusedList(t *testing.T) {
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

// Texts that are not objects prove nothing, even if both are the same.
func TestCompareOfTextsThatAreNoObjects(t *testing.T) {
	t.Parallel()
	for _, texts := range [][2]string{{`null`, `null`}, {`7`, `7`}, {`{"id":"1","id":"1"}`, `null`}, {`{}`, `null`}, {`null`, `{}`}} {
		if got := Same(nil).compare(engine.Alerts, []byte(texts[0]), []byte(texts[1])); got != otherForm {
			t.Errorf("%s and %s are %d, want %d", texts[0], texts[1], got, otherForm)
		}
	}
}
