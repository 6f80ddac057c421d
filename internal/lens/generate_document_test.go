// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"encoding/json"
	"maps"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// document draws a random document that an engine might return for the declared attributes (view). Elements may be reordered, values may
// have a different format, and keys and elements may be missing or added.
func (g generator) document(s *Shape, view tftypes.Value) map[string]any {
	doc := g.object(s)
	if g.odds(11) {
		doc = s.Overlay(doc, view)
		if g.odds(14) {
			if disturbed, ok := g.changeByEngine(s, doc).(map[string]any); ok {
				doc = disturbed
			}
		}
	}
	doc = docOf(g, document.Encode(doc))
	if g.echo {
		g.echoExtra(s, doc)
	}
	return doc
}

// echoExtra adds the keys x1 and x2 to an engine document wherever the schema has an "extra" attribute.
func (g generator) echoExtra(s *Shape, doc any) {
	switch doc := doc.(type) {
	case map[string]any:
		if s.kind != kindObject {
			return
		}
		for _, name := range extraNames {
			if _, ok := doc[name]; s.extra && !ok {
				doc[name] = g.json()
			}
		}
		for _, a := range s.attrs {
			g.echoExtra(a.Shape, doc[a.name])
		}
	case []any:
		if s.kind == kindList {
			for _, element := range doc {
				g.echoExtra(s.elem, element)
			}
		}
	}
}

func (g generator) object(s *Shape) map[string]any {
	object := map[string]any{}
	for _, a := range s.attrs {
		switch {
		case g.odds(3): // the engine omits the key
		case g.odds(1):
			object[a.name] = nil
		default:
			object[a.name] = g.fitting(a.Shape)
		}
	}
	for _, name := range append([]string{"engine_key"}, extraNames...) {
		if g.odds(5) {
			object[name] = g.json()
		}
	}
	return object
}

// fitting generates a random JSON value that an engine could return for the attribute. If g.mixed is set, the value may have the wrong
// type, such as a string for a number.
func (g generator) fitting(s *Shape) any {
	if g.mixed && g.odds(1) {
		return pick[any](g, "no", json.Number("1.5"), true, []any{}, []any{"a"}, map[string]any{}, map[string]any{"name": json.Number("1")})
	}
	switch s.kind {
	case kindObject:
		return g.object(s)
	case kindList:
		docs := []any{}
		for range pick(g, 2, 1, 0, 3, 4) {
			switch {
			case g.odds(1):
				docs = append(docs, nil)
			case len(docs) > 0 && g.odds(3):
				docs = append(docs, pick(g, docs...))
			default:
				docs = append(docs, g.fitting(s.elem))
			}
		}
		return docs
	case kindString:
		return g.formatString(pick(g, viewStrings...))
	case kindJSON:
		return g.json()
	case kindBool:
		return g.odds(8)
	default:
		return g.formatNumber(pick(g, "5", "0", "1", "-1", "5.0", "1e3", "-0", "7.00", "9007199254740993", "9223372036854775807",
			"5.5", "0.1", "1e400", "1E-400", "0.30000000000000004", "18446744073709551617", "1e300"))
	}
}

// formatString returns a string in a form that an engine might use: as is, as a number, as true, or as {"id": "r1", "name": text}.
func (g generator) formatString(text string) any {
	switch {
	case (text == "5" || text == "5.0" || text == "7") && g.odds(8):
		return json.Number(text)
	case text == "true" && g.odds(8):
		return true
	case g.odds(2):
		return map[string]any{"id": "r1", "name": text}
	default:
		return text
	}
}

func (g generator) formatNumber(digits string) any {
	switch {
	case g.odds(3):
		return digits
	case g.odds(1):
		return " " + digits
	default:
		return json.Number(digits)
	}
}

func (g generator) json() any {
	text := pick(g, append(viewJSON, `{"k":1,"added":true}`, `{"k":{"a":1,"added":2,"b":[1,null]}}`)...)
	doc, err := document.Decode([]byte(text))
	if err != nil {
		g.Fatalf("%s: %v", text, err)
	}
	return doc
}

// changeByEngine randomly changes the values in an engine document, or only their format. It also moves, removes and adds elements, as the
// engine or another client might do.
func (g generator) changeByEngine(s *Shape, doc any) any {
	if g.odds(1) {
		return g.fitting(s)
	}
	switch value := doc.(type) {
	case string:
		if s.kind == kindString && s.rules.Equal != nil && g.odds(8) {
			return strings.ToUpper(value)
		} else if s.kind == kindString {
			return g.formatString(value)
		}
	case json.Number:
		if s.kind == kindNumber {
			return g.formatNumber(value.String())
		}
	case map[string]any:
		if s.kind == kindJSON && g.odds(8) {
			value = maps.Clone(value)
			value["added"] = true
			return value
		}
	}
	doc = s.rebuild(doc, func(part *Shape, _, value any) (any, bool) { return g.changeByEngine(part, value), !g.odds(1) })
	docs, isArray := doc.([]any)
	if !isArray || s.kind != kindList {
		return doc
	}
	for i := range docs {
		j := pick(g, 0, i)
		docs[i], docs[j] = docs[j], docs[i]
	}
	if g.odds(3) {
		docs = append(docs, g.fitting(s.elem))
	}
	return docs
}
