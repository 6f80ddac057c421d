// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
	"github.com/engine-platform/terraform-provider-engine/internal/development/secrettest"
)

// TestNoSecretLeavesTheClient checks that errors and the log never contain the secret key or a secret from the request, even if any part of
// the engine's reply repeats it, in any encoding.
func TestNoSecretLeavesTheClient(t *testing.T) {
	t.Parallel()
	const secret = "xyl0ph0ne Qu4rtz!z3bra"
	forms := secrettest.Encodings(secret)
	forms["secret key"], forms["secret key, cut"] = testSecret, strings.Repeat("x", redact.MaxSnippet-4)+testSecret
	quoted, err := json.Marshal(testSecret)
	must(t, err)
	forms["secret key in JSON"] = string(quoted[1 : len(quoted)-1])
	for name, form := range forms {
		body, err := json.Marshal(map[string]any{"detail": form, "input": []any{map[string]any{"value": []any{form}, form: "no"}}})
		must(t, err)
		for _, body := range []string{string(body), `{"detail":"` + form + `"}`, "<html>" + form} {
			for _, status := range []int{200, 302, 400, 503} {
				synctest.Test(t, func(t *testing.T) { testReplyWithSecret(t, name, form, secret, status, body) })
			}
		}
	}
}

func testReplyWithSecret(t *testing.T, name, form, secret string, status int, body string) {
	t.Helper()
	cfg := Config{MaxRetries: -1}
	clean := func(place, text string) {
		for _, hidden := range []string{secret, testSecret} {
			if part := secrettest.Part(text, hidden); part != "" {
				t.Errorf("%s, %d: the %s holds %q: %s", name, status, place, part, text)
			}
		}
	}
	cfg.Log = func(_ context.Context, msg string, fields map[string]any) { clean("log", msg+fmt.Sprint(fields)) }
	c := inMemory(t, cfg, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Request-Id", url.PathEscape(form))
		w.Header().Set("Content-Type", "text/"+form)
		if status == http.StatusFound {
			w.Header().Set("Location", "http://"+url.PathEscape(form)+".example.com/"+url.PathEscape(form))
		}
		w.WriteHeader(status)
		check(t, errorOf(fmt.Fprint(w, body)))
	})
	ctx := redact.WithSecrets(redact.WithSecrets(t.Context(), secret), "a second one")
	for _, operate := range operations {
		if err := operate(ctx, c, Components("algorithm")); err != nil { // Some operations succeed, because they don't read the body.
			clean("error", err.Error())
		}
	}
}

// TestLog checks that the log contains a line for each attempt and each wait.
func TestLog(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var lines []string
		requests := 0
		c := inMemory(t, Config{Log: func(_ context.Context, msg string, fields map[string]any) {
			delete(fields, "wait")
			delete(fields, "ms")
			lines = append(lines, msg+" "+fmt.Sprint(fields))
		}}, func(w http.ResponseWriter, _ *http.Request) {
			switch requests++; requests {
			case 1:
				panic(http.ErrAbortHandler)
			case 2:
				respond(t, w, http.StatusServiceUnavailable, `{}`)
			default:
				respond(t, w, http.StatusOK, `{"id":"7"}`)
			}
		})
		must(t, errorOf(c.Read(t.Context(), Alerts, "7")))
		const request = "method:GET path:/v3/engine/alert/alerts/7/"
		want := []string{
			"no response from the engine map[error:unexpected EOF " + request + "]",
			"waiting before the next attempt map[attempts:1 " + request + "]",
			"the engine responded map[bytes:2 " + request + " request_id: status:503]",
			"waiting before the next attempt map[attempts:2 " + request + "]",
			"the engine responded map[bytes:10 " + request + " request_id: status:200]",
		}
		if !slices.Equal(lines, want) {
			t.Errorf("the log is %q", lines)
		}
	})
}
