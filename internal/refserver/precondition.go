// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/refusal"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

// entityTag names a version of an object: it is another one as soon as the object is (quirk 180).
func entityTag(data []byte) string {
	sum := sha256.Sum256(data)
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}

// tagged gives the answer to a request for one object the tag of its stored version. What habits make of a document on its way
// out does not count: a version changes when somebody writes.
func (r *request) tagged(a *answer, data []byte) *answer {
	if data == nil || r.habits.NoETags {
		return a
	}
	if a.header == nil {
		a.header = http.Header{}
	}
	tag := entityTag(data)
	if r.habits.WeakETags {
		tag = "W/" + tag
	}
	a.header.Set("Etag", tag)
	return a
}

// checkPrecondition refuses a change of a version that the request does not ask for (quirk 181). It is asked last, of a
// change that would be made otherwise, in the write that makes it.
func (r *request) checkPrecondition(tx *store.Tx, t target) error {
	asked := r.Header.Values("If-Match")
	if len(asked) == 0 || r.habits.NoETags {
		return nil
	}
	data, err := find(tx, t)
	if err != nil {
		return err
	}
	tag := entityTag(data)
	for _, given := range strings.Split(strings.Join(asked, ","), ",") {
		if given = strings.TrimSpace(given); given == "*" || given == tag { // A weak tag matches nothing.
			return nil
		}
	}
	return refusal.New(http.StatusPreconditionFailed, "The object has changed: it has another version than If-Match asks for.")
}
