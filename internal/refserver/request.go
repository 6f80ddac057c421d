// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"crypto/subtle"
	"fmt"
	"io"
	"mime"
	"net/http"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
)

// maxBody is the maximum size of a request body in bytes (quirk 33 in quirks.go).
const maxBody = 1 << 20

type request struct {
	*http.Request
	body []byte
	// broken is the error from reading the body, or nil.
	broken error
	habits *habit.Set
	// call contains the parts of the request that habits (deviations from INTERFACE.md) use. Its Table is nil until the path is resolved.
	call habit.Call
}

// readBody reads the request body, up to maxBody+1 bytes. The extra byte shows the caller that the body is too large.
func readBody(r *http.Request) ([]byte, error) {
	if r.Body == nil || r.Body == http.NoBody {
		return nil, nil
	}
	return io.ReadAll(io.LimitReader(r.Body, maxBody+1))
}

// isAuthorized reports whether the request has valid credentials (interface document, section 5). It compares the credentials in constant
// time, so that clients can't guess them from response times.
func (s *Server) isAuthorized(r *request) bool {
	want := r.habits.Scheme + " " + s.options.AccessID + " " + s.options.SecretKey
	return subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte(want)) == 1
}

func rejectUnauthorized(scheme string) *jsondoc.Rejection {
	r := jsondoc.Reject(http.StatusUnauthorized, "The authorization header must be: "+scheme+" <access id> <secret key>, with valid ones.")
	r.Header = http.Header{"Www-Authenticate": {scheme}}
	return r
}

// object returns the JSON object in the request body. If the body is invalid, the error is a rejection that explains why.
func (r *request) object() (jsondoc.Object, error) {
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || media != "application/json" {
		return nil, jsondoc.Reject(http.StatusUnsupportedMediaType, "The content type must be application/json.")
	}
	if limit := r.habits.MaxBody; len(r.body) > limit {
		return nil, jsondoc.Reject(http.StatusRequestEntityTooLarge, fmt.Sprintf("The body must have at most %d bytes.", limit))
	}
	object, message := jsondoc.Parse(r.body)
	if message != "" {
		return nil, jsondoc.RejectBody(message)
	}
	return object, nil
}
