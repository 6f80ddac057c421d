// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// TestBluntRefusals probes engines whose refusals say less than those of the reference server: only that the body is wrong, or only the
// first wrong field. The run still finds out about each habit.
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
	return changedEngine(t, http.StatusBadRequest, func(body []byte) string {
		var problems map[string]any
		if err := document.DecodeInto(body, &problems); err != nil {
			t.Error(err)
		}
		return blunt(problems)
	})
}

// changedEngine starts a reference server whose answers with the status have the body that change returns.
func changedEngine(t *testing.T, status int, change func(body []byte) string) *engine.Client {
	t.Helper()
	return engineBehind(t, refserver.Options{}, func(r *http.Response) error {
		if r.StatusCode != status {
			return nil
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return err
		}
		setBody(r, change(body))
		return nil
	})
}

func setBody(r *http.Response, text string) {
	r.Body, r.ContentLength = io.NopCloser(strings.NewReader(text)), int64(len(text))
	r.Header.Del("Content-Length")
}

// engineBehind starts a reference server behind a proxy that changes the answers.
func engineBehind(t *testing.T, options refserver.Options, change func(r *http.Response) error) *engine.Client {
	t.Helper()
	served := servertest.Serve(t, options)
	address, err := url.Parse(served.URL)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(address)
	proxy.ModifyResponse = change
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

// TestHostileIDs probes an engine whose creates answer ids that lead to other paths. The run must not send a write there.
func TestHostileIDs(t *testing.T) {
	t.Parallel()
	var creates atomic.Int32
	const hostile = "../../alert/alerts/7"
	client := changedEngine(t, http.StatusCreated, func(body []byte) string {
		var doc map[string]any
		if err := document.DecodeInto(body, &doc); err != nil {
			t.Error(err)
		}
		creates.Add(1)
		doc["id"] = hostile
		text, err := json.Marshal(doc)
		if err != nil {
			t.Error(err)
		}
		return string(text)
	})
	report, err := Run(t.Context(), Options{Client: client, Write: true})
	if err == nil || !strings.Contains(err.Error(), hostile) || creates.Load() != 1 || len(report.Left) > 0 {
		t.Errorf("%d creates, %v, left: %v", creates.Load(), err, report.Left)
	}
}
