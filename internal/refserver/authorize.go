// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"crypto/subtle"
	"net/http"
)

// authorized compares the header with the credentials (interface section 5) in a time that does not tell how much of it is
// right.
func (s *Server) authorized(header http.Header) bool {
	want := "Service " + s.options.AccessID + " " + s.options.SecretKey
	return subtle.ConstantTimeCompare([]byte(header.Get("Authorization")), []byte(want)) == 1
}

func refuseUnauthorized() *refusal {
	r := refuse(http.StatusUnauthorized, "The authorization header must be: Service <access id> <secret key>, with valid ones.")
	r.header = http.Header{"Www-Authenticate": {"Service"}}
	return r
}
