// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package redact

import (
	"context"
	"encoding/json"
	"slices"
)

type contextKey struct{}

// WithSecrets returns a context for a request that sends secrets. Every text and number in values (decoded JSON) is a secret, in addition
// to those in ctx. The engine may repeat secrets in its answer, so a Redactor removes them from error messages and log lines.
func WithSecrets(ctx context.Context, values ...any) context.Context {
	texts := textsOf(nil, values)
	if len(texts) == 0 {
		return ctx
	}
	return context.WithValue(ctx, contextKey{}, append(slices.Clip(secretsOf(ctx)), newSecrets("(sensitive value)", texts...)))
}

func secretsOf(ctx context.Context) []*set {
	sets, _ := ctx.Value(contextKey{}).([]*set)
	return sets
}

// textsOf appends every text and number in a JSON value to texts. It skips true, false and null, which reveal nothing.
func textsOf(texts []string, value any) []string {
	switch value := value.(type) {
	case string:
		return append(texts, value)
	case json.Number:
		return append(texts, value.String())
	case []any:
		for _, element := range value {
			texts = textsOf(texts, element)
		}
	case map[string]any:
		for _, member := range value {
			texts = textsOf(texts, member)
		}
	}
	return texts
}
