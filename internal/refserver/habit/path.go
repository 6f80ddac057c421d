// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// paths returns the habits with which the server imitates engines that accept fewer spellings of a path, for example only
// those with a slash at the end, or that expect another authorization header.
func paths() map[string]behavior {
	return map[string]behavior{
		"plural-paths":   {hooks: refuseTypes(func(word string) bool { return !strings.HasSuffix(word, "s") })},
		"singular-paths": {hooks: refuseTypes(func(word string) bool { return strings.HasSuffix(word, "s") })},
		"known-types": {hooks: refuseTypes(func(word string) bool {
			return !slices.Contains([]string{"algorithm", "algorithms", "connector", "connectors"}, word)
		})},
		"slash-only":      {hooks: refuseSlashes(false, jsondoc.NotFound())},
		"no-slash":        {hooks: refuseSlashes(true, jsondoc.NotFound())},
		"slash-redirects": {hooks: refuseSlashes(false, jsondoc.Refuse(http.StatusMovedPermanently, "The path ends in a slash."))},
		"other-scheme":    {hooks: hooks{configure: func(s *Settings, p parameter) { s.Scheme = p.text }}},
	}
}

// refuseTypes returns hooks that answer 404 to a path with a refused type of components, for example "pumps" in /component/pumps/.
func refuseTypes(refused func(word string) bool) hooks {
	return hooks{onPath: func(r *http.Request) error {
		rest, ok := strings.CutPrefix(r.URL.Path, table.Root+"component/")
		word, _, _ := strings.Cut(rest, "/")
		if _, isType := table.TypeOf(word); ok && isType && refused(word) {
			return jsondoc.NotFound()
		}
		return nil
	}}
}

// refuseSlashes returns hooks that answer some paths with the refusal, for example a 404 or a redirect. If the parameter with is true, the
// hooks refuse paths with a slash at the end. Otherwise, they refuse paths without it.
func refuseSlashes(with bool, refusal *jsondoc.Refusal) hooks {
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
