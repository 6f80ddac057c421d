// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package redact

import (
	"context"
	"encoding/json"
	"slices"
)

type contextKey struct{}

// WithSecrets is a context for requests that carry secrets: texts and numbers of decoded JSON, at any depth. An engine may
// repeat them in its answers; no error and no log line of these requests holds them. Those of ctx stay.
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

// textsOf adds the texts and numbers of a value. What has no value of its own, such as true, says nothing.
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
