// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// paths returns the habits (switches) with which the server imitates engines that accept fewer spellings of a path, for example only
// those with a slash at the end, or that expect another authorization header.
func paths() []Habit {
	return []Habit{
		{
			Name: "plural-paths", Summary: "paths of components have the type in plural only",
			Quirks: []int{61}, Group: "type-words",
			hooks: refuseTypes(func(word string) bool { return !strings.HasSuffix(word, "s") }),
		},
		{
			Name: "singular-paths", Summary: "paths of components have the type in singular only, also the path for creates",
			Quirks: []int{61}, Group: "type-words",
			hooks: refuseTypes(func(word string) bool { return strings.HasSuffix(word, "s") }),
		},
		{
			Name: "known-types", Summary: "the only types of components are algorithm and connector; paths with other types are answered with 404",
			Quirks: []int{41}, hooks: refuseTypes(func(word string) bool {
				return !slices.Contains([]string{"algorithm", "algorithms", "connector", "connectors"}, word)
			}),
		},
		{
			Name: "slash-only", Summary: "paths without a slash at the end are not found",
			Quirks: []int{61}, Group: "slashes", hooks: refuseSlashes(false, document.NotFound()),
		},
		{
			Name: "no-slash", Summary: "paths with a slash at the end are not found",
			Quirks: []int{61}, Group: "slashes", hooks: refuseSlashes(true, document.NotFound()),
		},
		{
			Name: "slash-redirects", Summary: "paths without a slash at the end are redirected with 301 to those with a slash",
			Quirks: []int{61}, Group: "slashes",
			hooks: refuseSlashes(false, document.Refuse(http.StatusMovedPermanently, "The path ends in a slash.")),
		},
		{
			Name: "other-scheme", Summary: "the authorization header begins with this word instead of Service",
			Quirks: []int{63}, Default: "Bearer", hooks: hooks{configure: func(s *Settings, p parameter) { s.Scheme = p.text }},
		},
	}
}

// refuseTypes returns hooks that answer 404 to a path with a refused type of components, for example "pumps" in /component/pumps/.
func refuseTypes(refused func(word string) bool) hooks {
	return hooks{onPath: func(r *http.Request) error {
		rest, ok := strings.CutPrefix(r.URL.Path, table.Root+"component/")
		word, _, _ := strings.Cut(rest, "/")
		if _, isType := table.TypeOf(word); ok && isType && refused(word) {
			return document.NotFound()
		}
		return nil
	}}
}

// refuseSlashes returns hooks that answer some paths with the refusal, for example a 404 or a redirect. If the parameter with is true, the
// hooks refuse paths with a slash at the end. Otherwise, they refuse paths without it.
func refuseSlashes(with bool, refusal *document.Refusal) hooks {
	return hooks{onPath: func(r *http.Request) error {
		if strings.HasSuffix(r.URL.Path, "/") != with {
			return nil
		}
		answer := *refusal
		if answer.Status == http.StatusMovedPermanently {
			to := url.URL{Path: r.URL.Path + "/", RawQuery: r.URL.RawQuery}
			answer.Header = http.Header{"Location": {to.String()}}
		}
		return &answer
	}}
}
