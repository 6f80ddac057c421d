// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package page

import (
	"bytes"
	"context"
	"maps"
	"net/http"
	"net/url"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// recordedRequest is a logged request as the page shows it, without secrets. Status is 0 if the server dropped the connection.
type recordedRequest struct {
	Method string `json:"method"`
	Path   string `json:"path"`
	Agent  string `json:"agent"`
	Status int    `json:"status"`
	Body   any    `json:"body"` // Nil if the request has no JSON body.
}

// record returns a logged request with all secrets hidden. types contains the names of the custom types whose values are secret. If the
// request body itself declares such types, record adds their names to types. record first calls waitForTurn. If the client disconnects
// during that wait, record returns an error.
func (p *Page) record(ctx context.Context, r refserver.Request, types map[string]bool) (recordedRequest, error) {
	leave, err := p.waitForTurn(ctx)
	if err != nil {
		return recordedRequest{}, err
	}
	defer leave()
	path := &url.URL{Path: r.Path, RawQuery: r.Query.Encode()}
	recorded := recordedRequest{Method: r.Method, Path: path.String(), Agent: r.Header.Get("User-Agent"), Status: r.Status}
	if body, err := document.Decode(r.Body); err == nil {
		doc, _ := body.(map[string]any)
		maps.Copy(types, document.SecretTypes(doc))
		recorded.Body = withoutSecrets(body, types, false)
	}
	return recorded, nil
}

// serveRecording responds with all logged requests as JSON, oldest first. Users attach this recording to bug reports. serveRecording writes
// one request at a time, because all requests together may be large.
func (p *Page) serveRecording(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	types := p.follower.secretTypes()
	var line bytes.Buffer
	before := "[\n"
	for logged := range p.server.AllRequests() {
		one, err := p.record(r.Context(), logged, types)
		line.Reset()
		line.WriteString(before)
		if err != nil || document.Print(&line, one) != nil {
			return
		}
		if _, err := w.Write(bytes.TrimSuffix(line.Bytes(), []byte("\n"))); err != nil {
			return // The client has disconnected, or reads too slowly.
		}
		before = ",\n"
	}
	if before == "[\n" {
		_, _ = w.Write([]byte("["))
	}
	_, _ = w.Write([]byte("\n]\n"))
}
