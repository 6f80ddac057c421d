// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"bytes"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// TestBluntRefusals probes engines whose refusals say less than those of the reference server: only that the body is wrong, or only the
// first wrong field. The run still finds out about each belief.
func TestBluntRefusals(t *testing.T) {
	t.Parallel()
	for name, blunt := range map[string]func(problems map[string]any) string{
		"no field": func(map[string]any) string { return `{"detail": "The body is wrong."}` },
		"one field": func(problems map[string]any) string {
			return `{"` + slices.Sorted(maps.Keys(problems))[0] + `": ["The value is wrong."]}`
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			report, err := Run(t.Context(), Options{Client: bluntEngine(t, blunt), Write: true})
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range report.Answers {
				if a.State != Agrees {
					t.Errorf("%s: %s %s", a.Name, a.State, a.Why)
				}
			}
			if diff := cmp.Diff(Facts{}, report.Facts); diff != "" {
				t.Errorf("found facts:\n%s", diff)
			}
		})
	}
}

// bluntEngine starts a reference server whose refusals have the body that blunt returns.
func bluntEngine(t *testing.T, blunt func(problems map[string]any) string) *engine.Client {
	t.Helper()
	served := servertest.Serve(t, refserver.Options{})
	address, err := url.Parse(served.URL)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(address)
	proxy.ModifyResponse = func(r *http.Response) error {
		if r.StatusCode != http.StatusBadRequest {
			return nil
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return err
		}
		var problems map[string]any
		if err := document.DecodeInto(body, &problems); err != nil {
			return err
		}
		text := blunt(problems)
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader([]byte(text))), int64(len(text))
		r.Header.Del("Content-Length")
		return nil
	}
	front := httptest.NewServer(proxy)
	t.Cleanup(front.Close)
	client, err := engine.New(engine.Config{
		BaseURL: front.URL, AccessID: served.Server.AccessID(), SecretKey: served.Server.SecretKey(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return client
}
