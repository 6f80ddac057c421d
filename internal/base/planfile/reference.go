// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package planfile

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

type moduleConfiguration struct {
	Resources []struct {
		Mode        string                     `json:"mode"`
		Type        string                     `json:"type"`
		Name        string                     `json:"name"`
		Expressions map[string]json.RawMessage `json:"expressions"`
		ForEach     expression                 `json:"for_each_expression"`
	} `json:"resources"`
	Outputs map[string]struct {
		Expression expression `json:"expression"`
	} `json:"outputs"`
	ModuleCalls map[string]struct {
		Expressions map[string]json.RawMessage `json:"expressions"`
		ForEach     expression                 `json:"for_each_expression"`
		Module      moduleConfiguration        `json:"module"`
	} `json:"module_calls"`
}

type expression struct {
	References []string `json:"references"`
}

func readExpression(text json.RawMessage) expression {
	var e expression
	if json.Unmarshal(text, &e) != nil {
		return expression{} // a block, which has no references of its own
	}
	return e
}

// mostSteps is the maximum number of references that are followed from one attribute, so that the search for the attribute's resources
// ends.
const mostSteps = 200

// Referred returns the resources of a type to which an attribute of r refers in the configuration. It follows variables and outputs of
// modules, but not locals, because a plan does not contain them. If several instances are possible, it prefers instances with the key of r,
// such as ["x"].
func (p *Plan) Referred(r Resource, attribute, resourceType string) []Resource {
	configuration, ok := p.moduleAt(r.Module)
	if !ok {
		return nil
	}
	s := search{plan: p, resourceType: resourceType, found: map[string]Resource{}}
	for _, c := range configuration.Resources {
		if c.Mode == "managed" && c.Type == r.Type && c.Name == r.Name {
			s.follow(r.Module, readExpression(c.Expressions[attribute]).References, c.ForEach.References)
		}
	}
	found := slices.SortedFunc(maps.Values(s.found), func(a, b Resource) int { return strings.Compare(a.Address, b.Address) })
	for _, likely := range []func(a, b string) bool{
		func(own, other string) bool { return own == other },
		strings.HasPrefix, // as "overview/pressure" of the tab "overview"
		strings.Contains,
	} {
		if len(found) < 2 || r.Key == nil {
			break
		}
		same := slices.DeleteFunc(slices.Clone(found), func(f Resource) bool { return !likely(fmt.Sprint(r.Key), fmt.Sprint(f.Key)) })
		if len(same) > 0 {
			return same
		}
	}
	return found
}

type search struct {
	plan         *Plan
	resourceType string
	found        map[string]Resource
	steps        int
}

var (
	moduleStep = regexp.MustCompile(`^module\.([\w-]+)(\[[^\]]*\])?\.?`)
	ofResource = regexp.MustCompile(`^([\w-]+)\.([\w-]+)(\[[^\]]*\])?`)
)

// follow finds the resources to which the references lead in a module instance. If a reference is each.key or each.value, follow continues
// with forEach, the references in the resource's for_each.
func (s *search) follow(module string, references, forEach []string) {
	for _, reference := range references {
		if s.steps++; s.steps > mostSteps {
			return
		}
		switch root, rest, _ := strings.Cut(reference, "."); root {
		case "var":
			s.followVariable(module, firstName(rest))
		case "module":
			s.followOutput(module, reference)
		case "each":
			s.follow(module, forEach, nil)
		case s.resourceType:
			s.find(module, reference)
		}
	}
}

func firstName(path string) string {
	end := strings.IndexAny(path, ".[")
	if end < 0 {
		return path
	}
	return path[:end]
}

func (s *search) find(module, reference string) {
	parts := ofResource.FindStringSubmatch(reference)
	if parts == nil {
		return
	}
	for _, r := range s.plan.Resources {
		if r.Module == module && r.Type == parts[1] && r.Name == parts[2] && (parts[3] == "" || strings.HasSuffix(r.Address, parts[3])) {
			s.found[r.Address] = r
		}
	}
}

func (s *search) followVariable(module, variable string) {
	parent, name, ok := lastStep(module)
	if !ok {
		return
	}
	if configuration, ok := s.plan.moduleAt(parent); ok {
		call := configuration.ModuleCalls[name]
		s.follow(parent, readExpression(call.Expressions[variable]).References, call.ForEach.References)
	}
}

func (s *search) followOutput(module, reference string) {
	parts := moduleStep.FindStringSubmatch(reference)
	if parts == nil {
		return
	}
	output := firstName(reference[len(parts[0]):])
	called := strings.TrimPrefix(module+".module."+parts[1], ".")
	for _, instance := range s.plan.instances(called) {
		if parts[2] != "" && instance != called+parts[2] {
			continue
		}
		if configuration, ok := s.plan.moduleAt(instance); ok {
			s.follow(instance, configuration.Outputs[output].Expression.References, nil)
		}
	}
}

// instances returns the instances of a called module, such as module.a["x"] for module.a.
func (p *Plan) instances(called string) []string {
	found := map[string]bool{}
	for _, r := range p.Resources {
		rest, ok := strings.CutPrefix(r.Module, called)
		if !ok {
			continue
		}
		end := 0
		if strings.HasPrefix(rest, "[") {
			end = strings.Index(rest, "]") + 1
		}
		if rest = rest[end:]; rest == "" || rest[0] == '.' {
			found[r.Module[:len(called)+end]] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

func (p *Plan) moduleAt(address string) (moduleConfiguration, bool) {
	at := p.configuration
	for address != "" {
		parts := moduleStep.FindStringSubmatch(address)
		if parts == nil {
			return at, false
		}
		call, ok := at.ModuleCalls[parts[1]]
		if !ok {
			return at, false
		}
		at, address = call.Module, address[len(parts[0]):]
	}
	return at, true
}

// lastStep splits the address of a module instance into its parent's address and its own name: module.a.module.b["x"] becomes module.a and
// b.
func lastStep(address string) (parent, name string, ok bool) {
	for rest := address; rest != ""; {
		parts := moduleStep.FindStringSubmatch(rest)
		if parts == nil {
			return "", "", false
		}
		if len(parts[0]) == len(rest) {
			return strings.TrimSuffix(address[:len(address)-len(rest)], "."), parts[1], true
		}
		rest = rest[len(parts[0]):]
	}
	return "", "", false
}
