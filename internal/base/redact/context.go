// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package redact

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
)

type contextKey struct{}

// collection holds the secrets of one call. It can grow while the call runs, because the engine's replies may have more secrets.
type collection struct {
	mu    sync.Mutex
	find  []func() []any // not yet called
	texts []string
	set   *set // made from texts; nil if texts has changed
}

// WithSecrets returns a context for a call that knows secrets: every string and number in values (decoded JSON), in addition to those in
// ctx. The engine may repeat secrets in its responses, so a Redactor removes them from error messages and log lines.
func WithSecrets(ctx context.Context, values ...any) context.Context {
	return WithSecretsOf(ctx, func() []any { return values })
}

// WithSecretsOf is like WithSecrets, but calls find only when a text may be quoted, because most calls quote nothing.
func WithSecretsOf(ctx context.Context, find func() []any) context.Context {
	return context.WithValue(ctx, contextKey{}, append(slices.Clip(collectionsOf(ctx)), &collection{find: []func() []any{find}}))
}

// Learn adds secrets to the calls whose context the Redactor got from With. It does nothing without such a context.
func (r Redactor) Learn(find func() []any) {
	if len(r.calls) == 0 {
		return
	}
	own := r.calls[len(r.calls)-1]
	own.mu.Lock()
	defer own.mu.Unlock()
	own.find = append(own.find, find)
}

func collectionsOf(ctx context.Context) []*collection {
	all, _ := ctx.Value(contextKey{}).([]*collection)
	return all
}

func (c *collection) current() *set {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, find := range c.find {
		c.texts, c.set = textsOf(c.texts, find()), nil
	}
	c.find = nil
	if c.set == nil {
		c.set = newSecrets("(sensitive value)", c.texts...)
	}
	return c.set
}

// textsOf appends every string and number in a JSON value to texts. It skips true, false and null, which reveal nothing.
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
