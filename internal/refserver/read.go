// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import "net/http"

// read answers the bytes that the last write made.
func read(s *Server, t target, _ *request) (*answer, error) {
	data, err := s.find(t)
	if err != nil {
		return nil, err
	}
	return success(http.StatusOK, data), nil
}

// find gives the bytes of the object that the path names. A component is not found under the other type's word.
func (s *Server) find(t target) ([]byte, error) {
	data, ok := s.store.get(t.collection.kind, t.id)
	if !ok || t.component != "" && string(rawText(rawField(data, "type"))) != t.component {
		return nil, refuseNotFound()
	}
	return data, nil
}
