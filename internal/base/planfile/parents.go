// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package planfile

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
)

type moduleConfiguration struct {
	Resources []struct {
		Mode        string      `json:"mode"`
		Type        string      `json:"type"`
		Name        string      `json:"name"`
		Expressions expressions `json:"expressions"`
	} `json:"resources"`
	Outputs map[string]struct {
		Expression json.RawMessage `json:"expression"`
	} `json:"outputs"`
	ModuleCalls map[string]struct {
		Expressions expressions         `json:"expressions"`
		Module      moduleConfiguration `json:"module"`
	} `json:"module_calls"`
}

type expressions map[string]json.RawMessage

// mostSteps is the maximum number of references that are followed from one attribute, so that the search ends.
const mostSteps = 200

// Parents finds the resource of a type whose id an attribute has, while the id is known only after the apply.
type Parents struct {
	resourceType string
	all          []string            // the addresses of the resources of the type
	groups       map[string]*group   // by address without key; of resources and of module calls
	references   map[string][]string // by the name that referenceName returns
	outputs      map[string][]string // the names of the outputs of a module without keys
}

// group is the addresses of the instances of a resource or module by key: ["x"], [0], or "" without for_each and count.
type group struct {
	instances map[string]string
	hasKeysOf map[*group]bool // a cache of has
}

// Parents returns a search for resources of a type, such as the tabs of widgets.
func (p *Plan) Parents(resourceType string) *Parents {
	parents := &Parents{
		resourceType: resourceType, groups: map[string]*group{}, references: map[string][]string{}, outputs: map[string][]string{},
	}
	parents.read("", p.configuration)
	for _, r := range p.Resources {
		if r.Type == resourceType {
			parents.all = append(parents.all, r.Address)
		}
		parents.add(r.group(), r.key(), r.Address)
		for module := r.Module; module != ""; {
			parent, call, key, ok := lastStep(module)
			if !ok || !parents.add(joined(parent, "module."+call), key, module) {
				break
			}
			module = parent
		}
	}
	return parents
}

// add adds an instance, and reports whether it is new.
func (ps *Parents) add(name, key, address string) bool {
	if ps.groups[name] == nil {
		ps.groups[name] = &group{map[string]string{}, map[*group]bool{}}
	}
	_, exists := ps.groups[name].instances[key]
	ps.groups[name].instances[key] = address
	return !exists
}

func (r Resource) group() string { return joined(r.Module, r.Type+"."+r.Name) }

// key returns the end of the address: ["x"], [0] or "".
func (r Resource) key() string { return r.Address[min(len(r.group()), len(r.Address)):] }

func joined(module, name string) string { return strings.TrimPrefix(module+"."+name, ".") }

// Of returns the address of the resource to which an attribute of r certainly refers: the references lead to one instance, or to a resource
// whose key is exactly each.key or count.index. It follows variables and outputs of modules. A plan does not contain locals, which may lead
// to any resource of the type. address is "" if several resources are possible, and unknown is false if the plan has no value of the
// attribute.
func (ps *Parents) Of(r Resource, attribute string) (address string, unknown bool) {
	references := ps.references[referenceName(r.Module, r.Type+"."+r.Name, attribute)]
	if marks, _ := r.Unknown.(map[string]any); marks[attribute] != true && len(references) == 0 {
		return "", false
	}
	s := search{Parents: ps, found: map[string]bool{}}
	s.follow(r.Module, references, r.group(), r.key())
	if s.hidden || len(s.found) == 0 {
		s.find(ps.all...)
	}
	if len(s.found) > 1 || s.open {
		return "", true
	}
	return strings.Join(slices.Collect(maps.Keys(s.found)), ""), true
}

// referenceName names an attribute of a resource or module call, or an output, for all instances of a module.
func referenceName(module, owner, attribute string) string {
	return keyPattern.ReplaceAllString(module, "") + " " + owner + " " + attribute
}

// read adds the references in a module and in the modules that it calls.
func (ps *Parents) read(path string, m moduleConfiguration) {
	add := func(owner, attribute string, expression json.RawMessage) {
		var e struct {
			References []string `json:"references"`
		}
		if json.Unmarshal(expression, &e) == nil { // A block has no references of its own.
			ps.references[referenceName(path, owner, attribute)] = longest(e.References)
		}
	}
	for _, r := range m.Resources {
		if r.Mode == "managed" {
			for name, expression := range r.Expressions {
				add(r.Type+"."+r.Name, name, expression)
			}
		}
	}
	for name, output := range m.Outputs {
		ps.outputs[path] = append(ps.outputs[path], name)
		add("output", name, output.Expression)
	}
	for call, called := range m.ModuleCalls {
		for name, expression := range called.Expressions {
			add("module."+call, name, expression)
		}
		ps.read(joined(path, "module."+call), called.Module)
	}
}

// longest leaves out references that only repeat the beginning of the one before: Terraform lists a["x"].id also as a["x"] and as a.
func longest(references []string) (all []string) {
	before := ""
	for _, r := range references {
		if rest, ok := strings.CutPrefix(before, r); !ok || rest == "" || rest[0] != '.' && rest[0] != '[' {
			all = append(all, r)
		}
		before = r
	}
	return all
}

type search struct {
	*Parents

	found  map[string]bool
	hidden bool // a local or each.value may lead to any resource of the type
	open   bool // a reference leads to something else, such as a data source
	steps  int
}

const key = `\[(?:"(?:[^"\\]|\\.)*"|[^\]"]*)\]`

var (
	keyPattern = regexp.MustCompile(key)
	moduleStep = regexp.MustCompile(`^module\.([\w-]+)(` + key + `)?\.?`)
	ofResource = regexp.MustCompile(`^[\w-]+\.[\w-]+(` + key + `)?(.*)$`)
)

// follow finds the resources to which references in a module instance lead. own and ownKey are the group and key of their resource or
// module.
func (s *search) follow(module string, references []string, own, ownKey string) {
	if s.sameKey(module, references, own, ownKey) {
		return
	}
	hidden, indexed := false, false
	for _, reference := range references {
		if s.steps++; s.steps > mostSteps {
			s.open = true
		}
		if s.open || len(s.found) > 1 {
			return
		}
		switch root, rest, _ := strings.Cut(reference, "."); root {
		case "var":
			s.followVariable(module, firstName(rest))
		case "module":
			s.followOutput(module, reference)
		case s.resourceType:
			indexed = s.findReferred(module, reference) || indexed
		case "local":
			hidden = true
		case "each":
			hidden = hidden || rest != "key"
		case "count", "path", "terraform": // known while planning
		default:
			s.open = true
		}
	}
	s.hidden = s.hidden || hidden && !indexed // As an index, a local leads to no other resource.
}

// sameKey handles references to exactly a resource or module and each.key or count.index. The expression can also calculate with the index,
// so all instances with this expression must have a key that the resource has.
func (s *search) sameKey(module string, references []string, own, ownKey string) bool {
	if len(references) != 2 || ownKey == "" || references[1] != "each.key" && references[1] != "count.index" {
		return false
	}
	name := joined(module, references[0])
	target, exists := s.groups[name]
	if !exists || !target.has(s.groups[own]) {
		return false
	}
	switch address := target.instances[ownKey]; {
	case strings.HasPrefix(references[0], s.resourceType+"."):
		s.find(address)
	case strings.HasPrefix(references[0], "module."):
		s.followOutputs(address, "")
	default:
		s.open = true
	}
	return true
}

// has reports whether the group has all keys of the other group.
func (g *group) has(other *group) bool {
	has, known := g.hasKeysOf[other]
	if !known {
		if has = other != nil; has {
			for key := range other.instances {
				_, ok := g.instances[key]
				has = has && ok
			}
		}
		g.hasKeysOf[other] = has
	}
	return has
}

func (s *search) find(addresses ...string) {
	for _, address := range addresses {
		if s.found[address] = true; len(s.found) > 1 {
			return
		}
	}
}

// findReferred finds the instances that a reference can mean. indexed is true if it ends before the index, as of a[local.x].
func (s *search) findReferred(module, reference string) (indexed bool) {
	parts := ofResource.FindStringSubmatch(reference)
	if parts == nil {
		s.open = true
		return false
	}
	base := strings.TrimSuffix(reference, parts[1]+parts[2])
	target := s.groups[joined(module, base)]
	if target == nil || parts[1] != "" && target.instances[parts[1]] == "" {
		s.open = true
		return false
	}
	for key, address := range target.instances {
		if parts[1] == "" || key == parts[1] {
			s.find(address)
		}
		if len(s.found) > 1 {
			break
		}
	}
	return parts[1]+parts[2] == ""
}

func firstName(path string) string {
	if end := strings.IndexAny(path, ".["); end >= 0 {
		return path[:end]
	}
	return path
}

func (s *search) followVariable(module, variable string) {
	if parent, call, key, ok := lastStep(module); ok {
		name := "module." + call
		s.follow(parent, s.references[referenceName(parent, name, variable)], joined(parent, name), key)
	}
}

func (s *search) followOutput(module, reference string) {
	parts := moduleStep.FindStringSubmatch(reference)
	if parts == nil || s.groups[joined(module, "module."+parts[1])] == nil {
		s.open = true
		return
	}
	target := s.groups[joined(module, "module."+parts[1])]
	for key, instance := range target.instances {
		if s.open || len(s.found) > 1 {
			return
		}
		if parts[2] == "" || key == parts[2] {
			s.followOutputs(instance, firstName(reference[len(parts[0]):]))
		}
	}
}

// followOutputs follows an output of a module. The plan does not contain its name after an index such as module.a[each.key], so all are
// possible.
func (s *search) followOutputs(instance, output string) {
	for _, name := range s.outputs[keyPattern.ReplaceAllString(instance, "")] {
		if s.steps++; name == output || output == "" {
			s.follow(instance, s.references[referenceName(instance, "output", name)], "", "")
		}
	}
}

// lastStep splits the address of a module instance: module.a.module.b["x"] is b with the key ["x"] in module.a.
func lastStep(address string) (parent, name, key string, ok bool) {
	for rest := address; rest != ""; {
		parts := moduleStep.FindStringSubmatch(rest)
		if parts == nil {
			return "", "", "", false
		}
		if len(parts[0]) == len(rest) {
			return strings.TrimSuffix(address[:len(address)-len(rest)], "."), parts[1], parts[2], true
		}
		rest = rest[len(parts[0]):]
	}
	return "", "", "", false
}
