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

// maxSteps is the maximum number of references that Parents.Of follows for one attribute. References can be circular.
const maxSteps = 200

// Parents finds the parent resource that an attribute refers to, such as a widget's tab. Use it when the parent's id is known only after
// the apply and is therefore not in the plan. It considers only parents of one type.
type Parents struct {
	resourceType string
	all          []string            // the addresses of the resources of the type
	groups       map[string]*group   // the instances of each resource and module call, by address without a key
	references   map[string][]string // the references in each attribute, by the key that referenceName returns
	outputs      map[string][]string // the output names of each module, by module path without keys
}

// group contains the instances of a resource, or those of a module call.
type group struct {
	addresses map[string]string // by key: ["x"], [0], or "" if neither for_each nor count is set
	covered   map[*group]bool   // cached results of group.covers
}

// Parents returns a value with an Of method, which finds the parents of resources. The parents must have the given resource type, such as
// engine_tab.
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
			parent, call, key := lastStep(module)
			if !parents.add(joinAddress(parent, call), key, module) {
				break
			}
			module = parent
		}
	}
	return parents
}

// add records an instance of a resource or of a module call. It returns false if the instance was already recorded.
func (ps *Parents) add(name, key, address string) bool {
	if ps.groups[name] == nil {
		ps.groups[name] = &group{map[string]string{}, map[*group]bool{}}
	}
	_, exists := ps.groups[name].addresses[key]
	ps.groups[name].addresses[key] = address
	return !exists
}

func (r Resource) group() string { return joinAddress(r.Module, r.Type+"."+r.Name) }

// key returns the instance key at the end of the address: ["x"], [0] or "".
func (r Resource) key() string { return r.Address[min(len(r.group()), len(r.Address)):] }

func joinAddress(module, name string) string { return strings.TrimPrefix(module+"."+name, ".") }

// Of returns the address of the parent: the resource that an attribute of r refers to. If the plan does not show which resource this is, Of
// returns "". Of follows references through module variables and outputs, and through the indexes [each.key], [count.index] and constants
// such as ["x"]. It does not follow other indexes. Plans do not contain locals, so Of assumes that a local can refer to any resource of the
// parent's type.
//
// unknown reports whether the attribute's value is not a constant, because the plan contains references for the attribute, or marks its
// value as known only after apply.
func (ps *Parents) Of(r Resource, attribute string) (address string, unknown bool) {
	references := ps.references[referenceName(r.Module, r.Type+"."+r.Name, attribute)]
	if marks, _ := r.Unknown.(map[string]any); marks[attribute] != true && len(references) == 0 {
		return "", false
	}
	s := search{Parents: ps, found: map[string]bool{}}
	s.follow(r.Module, references, r.group(), r.key())
	if s.anywhere || len(s.found) == 0 {
		for _, address := range ps.all[:min(2, len(ps.all))] {
			s.found[address] = true
		}
	}
	if len(s.found) > 1 || s.elsewhere {
		return "", true
	}
	return strings.Join(slices.Collect(maps.Keys(s.found)), ""), true
}

// referenceName returns the key for the map Parents.references. The key identifies an attribute of a resource or module call, or an output.
// It is the same for all instances of a module.
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
			ps.references[referenceName(path, owner, attribute)] = dropPrefixes(e.References)
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
		ps.read(joinAddress(path, "module."+call), called.Module)
	}
}

// dropPrefixes drops redundant references. For the expression a["x"].id, Terraform lists a["x"].id and also its prefixes a["x"] and a.
// dropPrefixes returns only the first of them.
func dropPrefixes(references []string) (all []string) {
	before := ""
	for _, r := range references {
		if rest, ok := strings.CutPrefix(before, r); !ok || rest == "" || rest[0] != '.' && rest[0] != '[' {
			all = append(all, r)
		}
		before = r
	}
	return all
}

// search collects the resources to which an attribute refers, directly or through variables and outputs.
type search struct {
	*Parents

	found     map[string]bool // the addresses of the resources
	anywhere  bool            // a local or each.value may lead to any resource of the type
	elsewhere bool            // a reference leads to something else, such as a data source
	steps     int
}

const key = `\[(?:"(?:[^"\\]|\\.)*"|[^\]"]*)\]`

var (
	keyPattern  = regexp.MustCompile(key)
	namePattern = regexp.MustCompile(`^[^.\[]+`)
	lastModule  = regexp.MustCompile(`^(?:(.*)\.)?(module\.[\w-]+)(` + key + `)?$`)
	// ownerPattern splits a reference such as module.a["x"].id into the resource or module call, the key and the name.
	ownerPattern = regexp.MustCompile(`^([\w-]+\.[\w-]+)(` + key + `)?(?:\.([^.\[]+))?`)
)

func (s *search) isDone() bool { return s.elsewhere || len(s.found) > 1 }

// follow records the resources that the given references point to, directly or through modules. The references belong to a resource, module
// call or output in the module instance whose address is module. own is the address of this resource or call without its key, and ownKey is
// the key. For an output, both are empty.
func (s *search) follow(module string, references []string, own, ownKey string) {
	if s.followSameKey(module, references, own, ownKey) {
		return
	}
	anywhere, hasIndex := false, false
	for _, reference := range references {
		if s.steps++; s.steps > maxSteps {
			s.elsewhere = true
		}
		if s.isDone() {
			return
		}
		switch root, rest, _ := strings.Cut(reference, "."); root {
		case "var":
			if parent, call, key := lastStep(module); call != "" {
				variable := namePattern.FindString(rest)
				s.follow(parent, s.references[referenceName(parent, call, variable)], joinAddress(parent, call), key)
			}
		case "module", s.resourceType:
			hasIndex = s.followInstances(module, reference) || hasIndex
		case "local":
			anywhere = true
		case "each":
			anywhere = anywhere || rest != "key"
		case "count", "path", "terraform": // known while planning
		default:
			s.elsewhere = true
		}
	}
	s.anywhere = s.anywhere || anywhere && !hasIndex // In engine_tab.a[local.x], the local is only an index.
}

// followSameKey follows the references of an expression such as engine_tab.a[each.key].id. Such an expression refers to the instance of
// engine_tab.a with the same key as the referring resource, which is ownKey. For any other expression, followSameKey returns false.
//
// A plan does not distinguish an index such as count.index % 4 from count.index. However, such an index makes sense only if engine_tab.a
// has fewer keys than the referring resource (own). Therefore, followSameKey also returns false if engine_tab.a lacks one of own's keys.
func (s *search) followSameKey(module string, references []string, own, ownKey string) bool {
	if len(references) != 2 || ownKey == "" || references[1] != "each.key" && references[1] != "count.index" {
		return false
	}
	target := s.groups[joinAddress(module, references[0])]
	if target == nil || !target.covers(s.groups[own]) {
		return false
	}
	s.visit(references[0], target.addresses[ownKey], "")
	return true
}

// covers reports whether g contains every key of a second group (other).
func (g *group) covers(other *group) bool {
	covers, known := g.covered[other]
	if !known {
		covers = other != nil
		if covers {
			for key := range other.addresses {
				_, ok := g.addresses[key]
				covers = covers && ok
			}
		}
		g.covered[other] = covers
	}
	return covers
}

// followInstances visits all instances that a reference to a resource or module call may refer to. Terraform shortens some references:
// engine_tab.a[local.x] becomes engine_tab.a. hasIndex reports whether the reference may have had an index that Terraform removed.
func (s *search) followInstances(module, reference string) (hasIndex bool) {
	parts := ownerPattern.FindStringSubmatch(reference)
	if parts == nil || s.groups[joinAddress(module, parts[1])] == nil {
		s.elsewhere = true
		return false
	}
	instances := s.groups[joinAddress(module, parts[1])].addresses
	if parts[2] != "" {
		instances = map[string]string{parts[2]: instances[parts[2]]}
	}
	for _, address := range instances {
		if s.visit(parts[1], address, parts[3]); s.isDone() {
			break
		}
	}
	return reference == parts[1] && strings.HasPrefix(parts[1], s.resourceType+".")
}

// visit records the resource with the given address if it has the wanted type. If the address is that of a module instance, visit follows
// one of the module's outputs, whose name is in output. If output is "", visit follows all outputs, because a plan omits the output's name
// in references with an index, such as module.a[each.key].id.
func (s *search) visit(owner, address, output string) {
	switch ownerType, _, _ := strings.Cut(owner, "."); {
	case address == "" || ownerType != "module" && ownerType != s.resourceType:
		s.elsewhere = true
	case ownerType == s.resourceType:
		s.found[address] = true
	default:
		for _, name := range s.outputs[keyPattern.ReplaceAllString(address, "")] {
			if s.steps++; name == output || output == "" {
				s.follow(address, s.references[referenceName(address, "output", name)], "", "")
			}
		}
	}
}

// lastStep splits the address of a module instance. For module.a.module.b["x"], it returns module.a, module.b and ["x"].
func lastStep(address string) (parent, call, key string) {
	parts := lastModule.FindStringSubmatch(address)
	if parts == nil {
		return "", "", ""
	}
	return parts[1], parts[2], parts[3]
}
