// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"crypto/subtle"
	"fmt"
	"io"
	"mime"
	"net/http"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/refusal"
)

// maxBody is the largest body that is taken, in bytes (quirk 33).
const maxBody = 1 << 20

// request is a request with its body, read up to the limit.
type request struct {
	*http.Request
	body []byte
	// broken says what is wrong with how the body was sent, or is nil.
	broken error
	habits *habit.Set
	// call is the request as habits see it; it has no table while the path is not looked up.
	call habit.Call
}

// readBody reads what the limit allows and one byte more, which tells that the body is too large.
func readBody(r *http.Request) ([]byte, error) {
	if r.Body == nil || r.Body == http.NoBody {
		return nil, nil
	}
	return io.ReadAll(io.LimitReader(r.Body, maxBody+1))
}

// authorized compares the header with the credentials (interface section 5) in a time that does not tell how much of it is
// right.
func (s *Server) authorized(r *request) bool {
	want := r.habits.Scheme + " " + s.options.AccessID + " " + s.options.SecretKey
	return subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte(want)) == 1
}

func refuseUnauthorized(scheme string) *refusal.Refusal {
	r := refusal.New(http.StatusUnauthorized, "The authorization header must be: "+scheme+" <access id> <secret key>, with valid ones.")
	r.Header = http.Header{"Www-Authenticate": {scheme}}
	return r
}

// object gives the JSON object that the request holds, or a refusal.
func (r *request) object() (document.Object, error) {
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || media != "application/json" {
		return nil, refusal.New(http.StatusUnsupportedMediaType, "The content type must be application/json.")
	}
	if limit := r.habits.MaxBody; len(r.body) > limit {
		return nil, refusal.New(http.StatusRequestEntityTooLarge, fmt.Sprintf("The body must have at most %d bytes.", limit))
	}
	object, message := document.Parse(r.body)
	if message != "" {
		return nil, refusal.Body(message)
	}
	return object, nil
}
