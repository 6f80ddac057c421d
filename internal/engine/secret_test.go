// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/redact"
	"github.com/engine-platform/terraform-provider-engine/internal/secrettest"
)

func TestSecretsOfARequest(t *testing.T) {
	t.Parallel()
	const secret = "xyl0ph0ne Qu4rtz!z3bra"
	spelled := secrettest.Spellings(secret)
	var logged []string
	for name, text := range spelled {
		body, err := json.Marshal(map[string]any{"detail": text, "input": []any{map[string]any{"value": []any{text}, text: "no"}}})
		if err != nil {
			t.Fatal(err)
		}
		for _, answered := range []string{string(body), "<html>" + text, text, `"` + text} {
			for _, status := range []int{200, 400, 409, 500} {
				c, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("X-Request-Id", url.PathEscape(text))
					w.WriteHeader(status)
					if _, err := fmt.Fprint(w, answered); err != nil {
						t.Error(err)
					}
				})
				c.cfg.MaxRetries = -1
				c.cfg.Log = func(_ context.Context, msg string, fields map[string]any) {
					logged = append(logged, msg+fmt.Sprint(fields))
				}
				ctx := redact.WithSecrets(redact.WithSecrets(t.Context(), secret), "another one")
				for op, operate := range operations {
					err := operate(ctx, c, Components("algorithm"))
					if err != nil && !strings.Contains(err.Error(), "(sensitive value)") {
						t.Errorf("%s, %s, %d: %v", op, name, status, err)
					}
					if err != nil && secrettest.Part(err.Error(), secret) != "" {
						t.Errorf("%s, %s, %d: the error holds the secret: %v", op, name, status, err)
					}
				}
			}
		}
	}
	for _, line := range logged {
		if part := secrettest.Part(line, secret); part != "" {
			t.Fatalf("the log holds %q: %s", part, line)
		}
	}
}
