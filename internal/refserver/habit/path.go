// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/refusal"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// paths serve fewer forms of paths than the server knows, and other credentials.
func paths() []Habit {
	return []Habit{
		{
			Name: "plural-paths", Summary: "paths of components have the type in plural alone",
			Quirks: []int{61}, Kinds: []string{"component"}, Group: "type-words",
			points: func(*Set, parameter) points { return points{route: typeWords(true)} },
		},
		{
			Name: "singular-paths", Summary: "paths of components have the type in singular alone, also to create",
			Quirks: []int{61}, Kinds: []string{"component"}, Group: "type-words",
			points: func(*Set, parameter) points { return points{route: typeWords(false)} },
		},
		{
			Name: "known-types", Summary: "there are no types of components but algorithm and connector: 404",
			Quirks: []int{41}, Kinds: []string{"component"},
			points: func(*Set, parameter) points { return points{route: knownTypes} },
		},
		{
			Name: "slash-only", Summary: "paths without a slash at the end are not found",
			Quirks: []int{61}, Kinds: everyKind(), Group: "slashes",
			points: func(*Set, parameter) points { return points{route: slashes(true, refusal.NotFound())} },
		},
		{
			Name: "no-slash", Summary: "paths with a slash at the end are not found",
			Quirks: []int{61}, Kinds: everyKind(), Group: "slashes",
			points: func(*Set, parameter) points { return points{route: slashes(false, refusal.NotFound())} },
		},
		{
			Name: "slash-redirects", Summary: "paths without a slash at the end are redirected to those with one, by 301",
			Quirks: []int{61}, Kinds: everyKind(), Group: "slashes",
			points: func(*Set, parameter) points {
				return points{route: slashes(true, refusal.New(http.StatusMovedPermanently, "The path ends in a slash."))}
			},
		},
		{
			Name: "other-scheme", Summary: "the authorization header begins with another word than Service",
			Quirks: []int{63}, Kinds: everyKind(), Default: "Bearer", points: func(_ *Set, p parameter) points {
				return points{settings: func(s *Settings) { s.Scheme = p.text }}
			},
		},
	}
}

// typeWords finds paths of components by one form of the type alone.
func typeWords(plural bool) func(r *http.Request) error {
	return func(r *http.Request) error {
		rest, ok := strings.CutPrefix(r.URL.Path, table.Root+"component/")
		word, _, _ := strings.Cut(rest, "/")
		if _, isType := table.TypeOf(word); ok && isType && strings.HasSuffix(word, "s") != plural {
			return refusal.NotFound()
		}
		return nil
	}
}

// knownTypes finds the paths of two types of components alone.
func knownTypes(r *http.Request) error {
	rest, ok := strings.CutPrefix(r.URL.Path, table.Root+"component/")
	word, _, _ := strings.Cut(rest, "/")
	if _, isType := table.TypeOf(word); ok && isType && !slices.Contains([]string{"algorithm", "algorithms", "connector", "connectors"}, word) {
		return refusal.NotFound()
	}
	return nil
}

// slashes answers a path that ends otherwise.
func slashes(wanted bool, otherwise *refusal.Refusal) func(r *http.Request) error {
	return func(r *http.Request) error {
		if strings.HasSuffix(r.URL.Path, "/") == wanted {
			return nil
		}
		answer := *otherwise
		if answer.Status == http.StatusMovedPermanently {
			to := url.URL{Path: r.URL.Path + "/", RawQuery: r.URL.RawQuery}
			answer.Header = http.Header{"Location": {to.String()}}
		}
		return &answer
	}
}
