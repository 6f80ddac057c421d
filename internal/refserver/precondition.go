// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

// entityTag returns a stored object's ETag: a hash of its JSON, which changes whenever the object changes (quirk 180 in quirks.go).
func entityTag(data []byte) string {
	sum := sha256.Sum256(data)
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}

// addETag adds the ETag header to a response that contains a single object. It computes the ETag from the stored object (data). The
// response may differ from it, because some habits (deviations from INTERFACE.md) change objects in responses.
func (r *request) addETag(a *response, data []byte) *response {
	if data == nil || r.habits.Has("no-etags") {
		return a
	}
	if a.header == nil {
		a.header = http.Header{}
	}
	tag := entityTag(data)
	if r.habits.Has("weak-etags") {
		tag = "W/" + tag
	}
	a.header.Set("Etag", tag)
	return a
}

// checkPrecondition returns a 412 rejection if the If-Match header of a PATCH or DELETE does not match the object's ETag (quirk 181 in
// quirks.go). The object must exist. Call checkPrecondition last, so that all other errors take precedence.
func (r *request) checkPrecondition(tx *store.Tx, t target) error {
	asked := r.Header.Values("If-Match")
	if len(asked) == 0 || r.habits.Has("no-etags") {
		return nil
	}
	data, _ := tx.Get(t.collection.Kind, t.id)
	tag := entityTag(data)
	for _, given := range strings.Split(strings.Join(asked, ","), ",") {
		if given = strings.TrimSpace(given); given == "*" || given == tag { // A weak ETag never matches.
			return nil
		}
	}
	return jsondoc.Reject(http.StatusPreconditionFailed, "The object has changed: its version differs from the one in If-Match.")
}
