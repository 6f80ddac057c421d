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

// collection holds the secrets that one WithSecrets call adds to a context. Learn can add more, because responses may contain more secrets.
type collection struct {
	mu    sync.Mutex
	find  []func() []any // functions that return more secrets and have not been called yet
	found []string
	set   *set // prepared from found; nil if found has changed since then
}

// WithSecrets returns a context with additional secrets: every string and number in values (decoded JSON). Redactors remove them from error
// messages and log lines, because the engine may repeat them in its responses.
func WithSecrets(ctx context.Context, values ...any) context.Context {
	return WithSecretsOf(ctx, func() []any { return values })
}

// WithSecretsOf is like WithSecrets, but the find function returns the values. A Redactor calls it only to redact a message, which is rare.
func WithSecretsOf(ctx context.Context, find func() []any) context.Context {
	return context.WithValue(ctx, contextKey{}, append(slices.Clip(collectionsOf(ctx)), &collection{find: []func() []any{find}}))
}

// Learn adds secrets to r: the strings and numbers in the values that find returns. r calls find only when it redacts a message.
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
		c.found, c.set = scalarsOf(c.found, find()), nil
	}
	c.find = nil
	if c.set == nil {
		c.set = newSecrets("(sensitive value)", c.found...)
	}
	return c.set
}

// scalarsOf appends every string and number in a JSON value to a slice. It skips true, false and null, which reveal nothing.
func scalarsOf(found []string, value any) []string {
	switch value := value.(type) {
	case string:
		return append(found, value)
	case json.Number:
		return append(found, value.String())
	case []any:
		for _, element := range value {
			found = scalarsOf(found, element)
		}
	case map[string]any:
		for _, member := range value {
			found = scalarsOf(found, member)
		}
	}
	return found
}
