// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package page

import (
	"maps"
	"net/http"
	"net/url"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// recordedRequest is a request in a recording. The status is 0 if the connection was dropped.
type recordedRequest struct {
	Method string `json:"method"`
	Path   string `json:"path"`
	Agent  string `json:"agent"`
	Status int    `json:"status"`
	Body   any    `json:"body"` // null if the request has no body, or if the body is not JSON
}

// recording answers all logged requests as JSON, the oldest first. People attach it to bug reports, so it hides more than the page does:
// the values of all parameters.
func (p *Page) recording(w http.ResponseWriter, _ *http.Request) {
	all := []recordedRequest{}
	types := p.secretTypes()
	for _, r := range p.server.Requests() {
		path := &url.URL{Path: r.Path, RawQuery: r.Query.Encode()}
		recorded := recordedRequest{Method: r.Method, Path: path.String(), Agent: r.Header.Get("User-Agent"), Status: r.Status}
		if body, err := document.Decode(r.Body); err == nil {
			doc, _ := body.(map[string]any)
			maps.Copy(types, document.SecretTypes(doc))
			recorded.Body = withoutSecrets(body, types, parameterKeys)
		}
		all = append(all, recorded)
	}
	w.Header().Set("Content-Type", "application/json")
	_ = document.Print(w, all) // It fails only if the client has disconnected.
}

// parameterKeys returns the keys of an object that hold the value and the default of a parameter. A parameter need not be declared as
// sensitive to hold a secret: its value may come from value_wo.
func parameterKeys(object map[string]any, types map[string]bool) []string {
	marked := maps.Clone(object)
	if _, isNamed := object["name"]; isNamed { // Every parameter has a name. Thresholds and other objects with a value have none.
		marked[document.SensitiveKey] = true
	}
	return document.SecretKeys(marked, types)
}
