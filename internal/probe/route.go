// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// route knows how this engine spells its paths.
type route struct {
	// bare is true if paths have no slash at their end. singular and plural are true if the engine accepts the type of components in that
	// form.
	bare, singular, plural bool
}

// collection returns the path of all objects of a kind, such as /v3/engine/alert/alerts/. For components it is the path of algorithms.
func (o route) collection(kind string) string {
	for _, t := range table.All() {
		if t.Kind != kind {
			continue
		}
		for _, route := range t.Routes {
			if route.Operation == table.Create || route.Operation == table.List && !t.Written() {
				return o.spell(strings.TrimSuffix(route.Path, "/"))
			}
		}
	}
	panic("there is no kind " + kind) // Impossible: kinds are constants of this package.
}

// object returns the path of an object. action is "", "start" or "stop".
func (o route) object(kind, id string, action ...string) string {
	path := strings.Trim(strings.TrimPrefix(o.collection(kind), table.Root), "/") + "/" + url.PathEscape(id)
	return o.spell(strings.Join(append([]string{path}, action...), "/"))
}

// components returns the path of one type of components.
func (o route) components(word string) string {
	return o.spell("component/" + url.PathEscape(word+"s"))
}

// component returns the path of a component of one type. action is "", "start" or "stop".
func (o route) component(word, id string, action ...string) string {
	path := []string{"component", url.PathEscape(word + "s"), url.PathEscape(id)}
	return o.spell(strings.Join(append(path, action...), "/"))
}

// spell completes a path below /v3/engine/ that has the type of components in the plural, such as component/algorithms/7.
func (o route) spell(path string) string {
	if rest, isComponent := strings.CutPrefix(path, "component/"); isComponent {
		word, after, more := strings.Cut(rest, "/")
		if kind, isType := table.TypeOf(word); isType && !o.plural {
			word = kind
		}
		if path = "component/" + word; more {
			path += "/" + after
		}
	}
	return o.ended(path)
}

var errNoEngine = errors.New("no engine answers below this address: the paths of dashboards are not found there; check base_url")

// askPaths finds out which word stands before the credentials, and how paths are spelled. Each later request depends on it.
func askPaths(ctx context.Context, r *run) error {
	r.route = route{plural: true, singular: true}
	if err := askScheme(ctx, r); err != nil {
		return err
	}
	const dashboards = table.Root + "dashboard/dashboards"
	with, err := r.door.get(ctx, dashboards+"/")
	if err != nil {
		return err
	}
	without, err := r.door.get(ctx, dashboards)
	if err != nil {
		return err
	}
	if err := checkDashboards(with, without); err != nil {
		return err
	}
	redirects := without.Status/100 == 3
	r.verdicts.see("no-slash", !with.isPath())
	r.verdicts.see("slash-redirects", redirects)
	r.verdicts.see("slash-only", !without.isPath() && !redirects)
	r.route.bare = !with.isPath()
	return askTypes(ctx, r)
}

// checkDashboards returns an error if none of the answers about the dashboards can be that of an engine: each success has to be a list.
func checkDashboards(answers ...*reply) error {
	err := errNoEngine
	for _, answer := range answers {
		_, isList := readPage(answer)
		switch {
		case isList || !answer.done() && answer.isPath():
			return nil
		case answer.done():
			kind := ""
			if media, _, failed := mime.ParseMediaType(answer.Header.Get("Content-Type")); failed == nil {
				kind = " (" + media + ")"
			}
			err = fmt.Errorf("the answer%s is not the JSON of an engine; check base_url", kind)
		}
	}
	return err
}

// askScheme tries the words that are usual before credentials, until the engine no longer answers 401.
func askScheme(ctx context.Context, r *run) error {
	path := table.Root + "dashboard/dashboards"
	words := []string{""}
	for i := 0; i < len(words); i++ {
		r.door.scheme = words[i]
		with, err := r.door.get(ctx, path+"/")
		if err != nil {
			return err
		}
		if with.Status == http.StatusNotFound { // The engine may look at the path before it looks at the credentials.
			if with, err = r.door.get(ctx, path); err != nil {
				return err
			}
		}
		switch {
		case with.Status == http.StatusUnauthorized && i == 0:
			named, _, _ := strings.Cut(with.Header.Get("Www-Authenticate"), " ")
			words = append(words, named, "Service", "Bearer", "Token", "Basic")
			if named == "" {
				words = append(words[:1], words[2:]...)
			}
		case with.Status == http.StatusForbidden:
			return fmt.Errorf("the engine answers %d: the credentials may not read dashboards", with.Status)
		case with.Status != http.StatusUnauthorized:
			r.verdicts.see("other-scheme", words[i] != "" && words[i] != "Service", words[i])
			return nil
		}
	}
	return errors.New("the engine answers 401: check ENGINE_ACCESS_ID, ENGINE_SECRET_KEY and ENGINE_AUTH_SCHEME")
}

// askTypes finds out in which form the type of components stands in paths, and whether the engine knows types of any name.
func askTypes(ctx context.Context, r *run) error {
	forms := map[string]bool{}
	for _, word := range []string{"algorithm", "algorithms"} {
		answer, err := r.door.get(ctx, r.route.ended("component/"+word))
		if err != nil {
			return err
		}
		forms[word] = answer.isPath()
	}
	r.route.singular, r.route.plural = forms["algorithm"], forms["algorithms"]
	if !r.route.singular && !r.route.plural {
		for _, habit := range []string{"plural-paths", "singular-paths", "known-types"} {
			r.verdicts.untold(habit, "the engine serves no components of the type algorithm")
		}
		return nil
	}
	r.verdicts.see("plural-paths", !r.route.singular)
	r.verdicts.see("singular-paths", !r.route.plural)
	other, err := r.door.get(ctx, r.route.components("probed-type"))
	if err != nil {
		return err
	}
	r.verdicts.see("known-types", !other.isPath())
	return nil
}

// ended completes a path below /v3/engine/ with the slash of this engine. Unlike spell, it does not change the type of components.
func (o route) ended(path string) string {
	if o.bare {
		return table.Root + path
	}
	return table.Root + path + "/"
}
