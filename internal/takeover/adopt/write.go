// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"cmp"
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/defaults"
	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/jsontype"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/hcltext"
)

// writer converts the engine's objects to resources. Once all are converted, frequently used values become locals.
type writer struct {
	addresses *addresses
	sharing   *sharing
	secrets   *secrets
	keys      unknownKeys
}

// place is the position of a value in an object, such as query_filter_asset in an alert's first item.
type place struct {
	object *object
	path   []string // the attribute names that lead to the value
	doc    any      // the value at this place in the engine's document
	around *shared  // the shared value that contains it, or nil
	kind   string   // the kind of object that an id at this place refers to
}

func (p place) at(name string) place {
	p.path = append(p.path[:len(p.path):len(p.path)], name)
	p.kind = strings.TrimSuffix(name[strings.LastIndexByte(name, '_')+1:], "s")
	object, _ := p.doc.(map[string]any)
	p.doc = object[name]
	return p
}

// resource returns the resource arguments for an object. For a running component, it adds a commented-out running = true.
func (w *writer) resource(o *object) []hcltext.Member {
	attributes := maps.Clone(o.kind.Attributes)
	maps.Copy(attributes, o.kind.ProviderOnly)
	members := w.members(attribute.WithExtra(attributes), o.imported.State, place{object: o, doc: o.doc})
	if active, _ := o.doc["deployment_active"].(bool); active && o.kind.Deployable {
		members = append(members, hcltext.Member{Comments: []string{
			"The component is running and stays so. If Terraform should start it whenever it is stopped, uncomment:", "running = true",
		}})
	}
	return members
}

// members returns the attributes to write for a resource or a nested object, sorted by inOrder.
func (w *writer) members(attributes map[string]schema.Attribute, value cty.Value, p place) []hcltext.Member {
	var members []hcltext.Member
	for _, name := range slices.SortedFunc(maps.Keys(attributes), inOrder(p)) {
		if member := value.GetAttr(name); !member.IsNull() && name != lens.ExtraName && !isDefault(attributes[name], member) {
			members = append(members, hcltext.Member{Name: name, Value: w.value(attributes[name], member, p.at(name))})
		}
	}
	if keys := w.keys.forExtra(attributes, value, p); len(keys) > 0 {
		members = append(members, hcltext.Member{Name: lens.ExtraName, Value: w.json(document.Encode(keys), p)})
	}
	return members
}

// json converts a JSON-encoded string to an expression, replacing ids of adopted objects with references to their resources.
func (w *writer) json(text string, p place) hcltext.Expression {
	return hcltext.JSON(text, func(key, text string) hcltext.Expression { return w.stringInJSON(key, text, p) })
}

func (w *writer) value(a schema.Attribute, value cty.Value, p place) hcltext.Expression {
	switch a := a.(type) {
	case schema.StringAttribute:
		if (jsontype.Type{}).Equal(a.CustomType) {
			return w.json(value.AsString(), p)
		}
		if number, ok := asNumber(a, value.AsString()); ok {
			return number
		}
		return w.text(value.AsString(), p)
	case schema.ListAttribute:
		return w.list(nil, value, p)
	case schema.ListNestedAttribute:
		return w.list(a.NestedObject.Attributes, value, p)
	case schema.SingleNestedAttribute:
		if isReference(a.Attributes) {
			return w.reference(a.Attributes, value, p)
		}
		return hcltext.Object(w.members(a.Attributes, value, p))
	default:
		return hcltext.Scalar(value)
	}
}

// isDefault reports whether a value equals the provider's default for the attribute. adopt omits such a value from the configuration.
func isDefault(a schema.Attribute, value cty.Value) bool {
	text, ok := a.(schema.StringAttribute)
	if !ok || text.Default == nil {
		return false
	}
	var byDefault defaults.StringResponse
	text.Default.DefaultString(context.Background(), defaults.StringRequest{}, &byDefault)
	return byDefault.PlanValue.ValueString() == value.AsString()
}

// isPlainNumber reports whether a string is unchanged after conversion to a number and back. For example, "1.50" would become "1.5".
var isPlainNumber = regexp.MustCompile(`^(0|[1-9][0-9]{0,14})(\.[0-9]{0,5}[1-9])?$`).MatchString

// asNumber converts a string such as "5" to a number literal. It returns false if the attribute does not accept numbers, or if Terraform
// would not convert the number back to the same string.
func asNumber(a schema.StringAttribute, text string) (hcltext.Literal, bool) {
	var rules lens.StringRules
	for _, v := range a.Validators {
		if v, ok := v.(lens.StringRuler); ok {
			v.SetStringRules(&rules)
		}
	}
	return hcltext.Literal(text), rules.IsNumeric && isPlainNumber(text)
}

// text writes a string in quotes or as a heredoc. If the string is the id of the object's parent, such as the dashboard of a tab, it writes
// a reference to the parent's resource instead.
func (w *writer) text(text string, p place) hcltext.Expression {
	o := p.object
	if len(p.path) == 1 && p.path[0] == o.kind.Scope && o.kind.Parent != "" {
		if address := w.addresses.refer(o, o.kind.Parent, text); address != "" {
			return hcltext.Literal(address + ".id")
		}
	}
	return hcltext.Text(text)
}

// listOf returns a list whose elements are formatted by the function render. Null elements, which some engines return, stay null.
func listOf(value cty.Value, render func(i int, element cty.Value) hcltext.Expression) hcltext.List {
	list := hcltext.List{}
	for i, element := range value.AsValueSlice() {
		if element.IsNull() {
			list = append(list, hcltext.Literal("null"))
		} else {
			list = append(list, render(i, element))
		}
	}
	return list
}

// list writes a list of objects or, if attributes is nil, of strings. A list that occurs several times may be written once, as a local
// value. This applies to lists of references and to top-level lists of strings.
func (w *writer) list(attributes map[string]schema.Attribute, value cty.Value, p place) hcltext.Expression {
	var names []string
	text := func(_ int, element cty.Value) hcltext.Expression {
		names = append(names, element.AsString())
		return hcltext.Quoted(element.AsString())
	}
	switch {
	case isReference(attributes):
		return countUse(w.sharing.lists, value, nil, func(s *shared) {
			p.around = s
			s.value = listOf(value, func(_ int, element cty.Value) hcltext.Expression {
				names = append(names, memberText(element, "name"))
				return w.reference(attributes, element, p)
			})
			s.want = listName(p, names)
		})
	case attributes == nil && len(p.path) == 1:
		return countUse(w.sharing.lists, value, nil, func(s *shared) { s.value, s.want = listOf(value, text), listName(p, names) })
	case attributes == nil:
		return listOf(value, text)
	}
	docs, _ := p.doc.([]any)
	return listOf(value, func(i int, element cty.Value) hcltext.Expression {
		below := p
		if below.doc = matchingDocument(docs, element); len(docs) == value.LengthInt() {
			below.doc = docs[i]
		}
		members := w.members(attributes, element, below)
		if comments := w.secrets.comments(attributes, element, below); len(comments) > 0 {
			members = append(members, hcltext.Member{Comments: comments})
		}
		return hcltext.Object(members)
	})
}

// isReference reports whether objects with these attributes are references by id and name, such as { id = "pump-1", name = "Pump 1" }.
func isReference(attributes map[string]schema.Attribute) bool {
	return attributes["id"] != nil && attributes["name"] != nil
}

func (w *writer) reference(attributes map[string]schema.Attribute, value cty.Value, p place) hcltext.Expression {
	id := memberText(value, "id")
	return countUse(w.sharing.references, value, p.around, func(s *shared) {
		s.id, s.want = id, p.kind
		if name := memberText(value, "name"); w.sharing.names[id] == "" {
			w.sharing.names[id] = name
		}
		p.around = s
		members := w.members(attributes, value, p)
		for i, m := range members {
			if m.Name == "id" {
				inner := w.id(id, p)
				local := inner.Name
				inner.Name = func() string {
					if s.local != "" {
						return "" // The reference's local must not refer to itself.
					}
					return local()
				}
				members[i].Value = inner
			}
		}
		s.value = hcltext.Object(members)
	})
}

func (w *writer) id(id string, p place) hcltext.Shared {
	return countUse(w.sharing.ids, cty.StringVal(id), p.around, func(s *shared) {
		s.id, s.want, s.value = id, p.kind, hcltext.Quoted(id)
	})
}

// stringInJSON writes a string inside JSON. If the string is the id of an adopted object, it becomes a reference to the object's resource.
// A string such as "7" could also be something else, so it becomes a reference only if its key is the object's kind, as in "dashboard":
// "7".
func (w *writer) stringInJSON(key, text string, p place) hcltext.Expression {
	for _, kind := range w.addresses.kindsOf(text) {
		if isIDForm(text) || key == kind {
			if address := w.addresses.refer(p.object, kind, text); address != "" {
				return hcltext.Literal(address + ".id")
			}
		}
	}
	if isIDForm(text) || text != "" && (key == "asset" || key == "attribute") {
		if key != "" {
			p.kind = strings.ToLower(nameOf(key))
		}
		p.around = nil
		return w.id(text, p)
	}
	return hcltext.Quoted(text)
}

func memberText(object cty.Value, name string) string {
	if !object.Type().IsObjectType() || !object.Type().HasAttribute(name) || object.IsNull() {
		return ""
	}
	if value := object.GetAttr(name); !value.IsNull() && value.Type() == cty.String {
		return value.AsString()
	}
	return ""
}

// matchingDocument returns the document in docs that has the same ref_id as a list element or, if there is none, the same name. Otherwise,
// it returns nil.
func matchingDocument(docs []any, element cty.Value) any {
	for _, key := range []string{"ref_id", "name"} {
		want := memberText(element, key)
		for _, doc := range docs {
			if object, _ := doc.(map[string]any); want != "" && object[key] == want {
				return object
			}
		}
	}
	return nil
}

// listName returns a name for a list's local, such as tags_night for tags = ["night"], or just tags if that name would be too long.
func listName(p place, names []string) string {
	last := p.path[len(p.path)-1]
	name := last + "_" + nameOf(strings.Join(names, " "))
	if len(name) > maxLocal || strings.HasSuffix(name, "_") {
		return last
	}
	return name
}

// A resource begins with these attributes, in this order, and ends with the attributes in last. All others are in between, in alphabetical
// order.
var first = []string{
	"ref_id", "id", "name", "dashboard", "tab", "component_id", "description", "severity", "version", "assets", "tags", "type", "order",
	"deployment_capacity", "deployment_type",
	"rate_value", "rate_unit", "cron_minutes", "cron_hours", "cron_dom", "cron_month", "cron_dow", "cron_year",
	"match_value", "range_start", "range_end", "regular_expression",
	"label", "value_type", "filterable", "required", "multiple", "sensitive", "choices", "depends_on",
	"value", "status", "status_text", "color", "display_text", "hidden",
	"query_filter_asset", "query_filter_attribute", "query_filter_metadata", "query_group_unit", "query_group_function",
	"query_sort_field", "query_sort_direction", "query_limit", "query_plain", "expression", "expression_plain",
	"config", "input", "output", "routines", "fields", "alert_items", "chart_items", "function_items",
	"stmt_target_variable", "stmt_aggregation", "stmt_time_window", "stmt_operator", "stmt_thresholds",
	"time_window", "target_variable", "target_asset", "target_attribute", "value_mappings", "thresholds",
	"timestamp_gte", "timestamp_lte", "refresh_interval",
}

var last = []string{"width", "height", "position_x", "position_y", "min_width", "min_height", "timeouts"}

// inOrder returns a function that compares attribute names in the order in which adopt writes them. A component's type comes first, as it
// does in the component's URL.
func inOrder(p place) func(a, b string) int {
	rank := func(name string) int {
		if len(p.path) == 0 && p.object.kind.HasTypeInPath() && name == catalog.TypeWord {
			return -1
		}
		if at := slices.Index(first, name); at >= 0 {
			return at
		}
		return len(first) + 1 + slices.Index(last, name)
	}
	return func(a, b string) int { return cmp.Or(rank(a)-rank(b), strings.Compare(a, b)) }
}
