// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package page

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"

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
			recorded.Body = withoutParameterValues(body, types)
		}
		all = append(all, recorded)
	}
	w.Header().Set("Content-Type", "application/json")
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	_ = encoder.Encode(all) // It fails only if the client has disconnected.
}

// withoutParameterValues returns a copy of a value in which the value and the default of each parameter are hidden, and all other secrets
// too. A parameter need not be declared as sensitive to hold a secret: its value may come from value_wo.
func withoutParameterValues(value any, types map[string]bool) any {
	switch v := value.(type) {
	case []any:
		all := make([]any, len(v))
		for i, element := range v {
			all[i] = withoutParameterValues(element, types)
		}
		return all
	case map[string]any:
		kept := maps.Clone(v)
		if _, isNamed := v["name"]; isNamed { // Every parameter has a name. Thresholds and other objects with a value have none.
			kept[document.SensitiveKey] = true
		}
		secret := document.SecretKeys(kept, types)
		all := make(map[string]any, len(v))
		for name, member := range v {
			if slices.Contains(secret, name) || name == "data" && document.IsOfType(v, types) { // Quirk 246: data of a custom type.
				all[name] = hidden
			} else {
				all[name] = withoutParameterValues(member, types)
			}
		}
		return all
	}
	return value
}
