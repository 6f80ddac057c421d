// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import "net/http"

// remove deletes an object with all that belongs to it: 204 and nothing.
func remove(s *Server, t target, _ *request) (*answer, error) {
	err := s.store.write(func(w *writing) error {
		if _, err := s.find(t); err != nil {
			return err
		}
		return w.remove(t.collection.kind, t.id)
	})
	if err != nil {
		return nil, err
	}
	return success(http.StatusNoContent, nil), nil
}
