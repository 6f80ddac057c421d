// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	stdcmp "cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

var update = flag.Bool("update", false, "write the results into testdata/steps")

// TestSteps runs the files in testdata/steps, each with its own engine. Each section of a file is a step, and the section's name says what
// to do, such as "apply engine_node". The section contains the step's argument as JSON, in which "?" is an unknown value. After "=>", the
// section contains the expected results: the diagnostics, the requests that changed something, and the new state.
func TestSteps(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/steps/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no steps", err)
	}
	random := regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|request (id )?\w+|20\d\d-[-:.\dT]+Z`)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			s := &steps{TB: t, Engine: providertest.StartEngine(t, refserver.Options{}), states: map[string]*tfprotov6.ImportedResource{}}
			s.run([]string{"provider"}, "")
			for i, section := range archive.Files {
				argument, want, _ := strings.Cut(string(section.Data), "=>\n")
				s.printed = ""
				s.ClearRequests()
				s.run(strings.Fields(section.Name), argument)
				got := random.ReplaceAllString(strings.ReplaceAll(s.printed, s.URL, "URL"), "ID")
				if !*update && got != want {
					t.Errorf("%s: -want +got:\n%s", section.Name, cmp.Diff(want, got))
				}
				archive.Files[i].Data = []byte(strings.TrimSuffix(argument+"=>\n"+got, "=>\n"))
			}
			if *update {
				if err := os.WriteFile(file, txtar.Format(archive), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// steps calls the provider as Terraform does. It keeps the state of at most one resource of each type.
type steps struct {
	testing.TB
	*providertest.Engine
	*providertest.Session
	states  map[string]*tfprotov6.ImportedResource
	rival   func() // changes the engine between the next plan and its apply
	defers  bool   // Terraform allows deferrals
	printed string
}

func (s *steps) run(words []string, text string) {
	verb, typeName, id := words[0], words[min(1, len(words)-1)], words[len(words)-1]
	var argument map[string]any
	err := json.Unmarshal([]byte(strings.ReplaceAll(stdcmp.Or(text, "null"), `"?"`, `{"?": 0}`)), &argument)
	if first := s.Objects(strings.TrimPrefix(typeName, "engine_")); len(words) == 2 && len(first) > 0 {
		id = fmt.Sprint(first[0]["id"])
	}
	argument, _ = withUnknown(argument).(map[string]any)
	switch verb {
	case "seed":
		objects := map[string][]map[string]any{}
		err = errors.Join(json.Unmarshal([]byte(text), &objects), s.Seed(objects))
	case "habits":
		err = s.SetHabits(words[1:])
	case "fail", "reject":
		match := func(r *http.Request) bool { return strings.Contains(r.URL.Path, words[2]) }
		status := map[string]int{"fail": http.StatusServiceUnavailable, "reject": http.StatusBadRequest}
		s.Engine.Fail(refserver.Fault{Method: words[1], Match: match, Status: status[verb], Body: stdcmp.Or(text, `{"name": ["No."]}`)})
	case "edit":
		err = s.Edit(typeName, id, func(doc map[string]any) { maps.Copy(doc, argument) })
	case "rival":
		s.rival = func() { s.run([]string{"edit", typeName, id}, text) }
	case "provider":
		s.defers = slices.Contains(words, "deferring")
		s.Session = providertest.Open(s, provider.NewComparedServer("test", providertest.Difference))
		s.Configure(providertest.With(map[string]any{
			"base_url": s.URL, "access_id": s.AccessID(), "secret_key": s.SecretKey(), "max_retries": 0,
		}, argument), s.defers)
	case "import":
		resp, importErr := s.ImportResourceState(s.Context(), &tfprotov6.ImportResourceStateRequest{
			TypeName: typeName, ID: id, ClientCapabilities: &tfprotov6.ImportResourceStateClientCapabilities{DeferralAllowed: s.defers},
		})
		if s.defers {
			s.printed += fmt.Sprintln("deferred:", resp.Deferred.Reason)
		} else if s.print(resp.Diagnostics); importErr == nil && len(resp.ImportedResources) > 0 {
			s.states[typeName] = resp.ImportedResources[0]
			err = s.read(typeName)
		}
	case "read":
		err = s.read(typeName)
	case "plan", "apply":
		err = s.change(typeName, argument, verb == "apply")
	case "state", "old-state":
		resp, stateErr := s.UpgradeResourceState(s.Context(), &tfprotov6.UpgradeResourceStateRequest{
			TypeName: typeName, RawState: &tfprotov6.RawState{JSON: []byte(text)}, Version: map[string]int64{"state": 1}[verb],
		})
		s.states[typeName], err = &tfprotov6.ImportedResource{State: resp.UpgradedState}, stateErr
	case "move":
		resp, moveErr := s.MoveResourceState(s.Context(), &tfprotov6.MoveResourceStateRequest{
			SourceTypeName: words[2], SourceState: &tfprotov6.RawState{JSON: []byte(text)}, TargetTypeName: typeName,
		})
		s.states[typeName], err = &tfprotov6.ImportedResource{State: resp.TargetState, Private: resp.TargetPrivate}, moveErr
		s.print(resp.Diagnostics)
	case "valid", "data":
		err = s.data(typeName, argument, verb == "data")
	default:
		s.Fatalf("there is no step %v", words)
	}
	if err != nil {
		s.Fatal(words, err)
	}
}

func withUnknown(value any) any {
	switch value := value.(type) {
	case map[string]any:
		if _, ok := value["?"]; ok {
			return providertest.Unknown{}
		}
		for name := range value {
			value[name] = withUnknown(value[name])
		}
	case []any:
		for i := range value {
			value[i] = withUnknown(value[i])
		}
	}
	return value
}

func (s *steps) read(typeName string) error {
	held := s.states[typeName]
	resp, err := s.ReadResource(s.Context(), &tfprotov6.ReadResourceRequest{
		TypeName: typeName, CurrentState: held.State, Private: held.Private, CurrentIdentity: held.Identity,
	})
	if err != nil {
		return err
	}
	s.print(resp.Diagnostics)
	s.hold(typeName, resp.NewState, resp.Private, resp.NewIdentity)
	return nil
}

func (s *steps) hold(typeName string, state *tfprotov6.DynamicValue, private []byte, identity *tfprotov6.ResourceIdentityData) {
	s.states[typeName] = &tfprotov6.ImportedResource{State: state, Private: private, Identity: identity}
	s.show("state", s.Schemas().ResourceSchemas[typeName], state)
}

// change plans a configuration or, if config is nil, a delete. If isApply is true and the plan has no errors, change also applies the plan.
func (s *steps) change(typeName string, config map[string]any, isApply bool) error {
	schema, held := s.Schemas().ResourceSchemas[typeName], s.states[typeName]
	if held == nil {
		held = &tfprotov6.ImportedResource{State: s.Encode(schema, nil)}
	}
	prior, err := held.State.Unmarshal(schema.ValueType())
	declared := s.Encode(schema, config)
	proposed, proposedErr := declared.Unmarshal(schema.ValueType())
	for _, a := range schema.Block.Attributes {
		if a.Computed && config[a.Name] == nil && config != nil && !prior.IsNull() {
			proposed = tfvalue.WithMember(proposed, a.Name, tfvalue.Member(prior, a.Name))
		}
	}
	encoded, encodeErr := tfprotov6.NewDynamicValue(schema.ValueType(), proposed)
	if err := errors.Join(err, proposedErr, encodeErr); err != nil {
		return err
	}
	if config != nil {
		valid, err := s.ValidateResourceConfig(s.Context(), &tfprotov6.ValidateResourceConfigRequest{
			TypeName: typeName, Config: declared,
			ClientCapabilities: &tfprotov6.ValidateResourceConfigClientCapabilities{WriteOnlyAttributesAllowed: true},
		})
		if err != nil || s.print(valid.Diagnostics) {
			return err
		}
	}
	plan, err := s.PlanResourceChange(s.Context(), &tfprotov6.PlanResourceChangeRequest{
		TypeName: typeName, PriorState: held.State, ProposedNewState: &encoded, Config: declared,
		PriorPrivate: held.Private, PriorIdentity: held.Identity,
	})
	if err != nil || s.print(plan.Diagnostics) {
		return err
	}
	for _, path := range plan.RequiresReplace {
		s.printed += "replaced because of " + tfvalue.PathString(path) + "\n"
	}
	if !isApply {
		s.show("plan", schema, plan.PlannedState)
		return nil
	}
	if s.rival != nil {
		s.rival()
		s.rival = nil
	}
	resp, err := s.ApplyResourceChange(s.Context(), &tfprotov6.ApplyResourceChangeRequest{
		TypeName: typeName, PriorState: held.State, PlannedState: plan.PlannedState, Config: declared,
		PlannedPrivate: plan.PlannedPrivate, PlannedIdentity: plan.PlannedIdentity,
	})
	if err != nil {
		return err
	}
	s.print(resp.Diagnostics)
	for _, r := range s.Writes() {
		s.printed += strings.TrimSpace(r.Method+" "+r.Path+" "+string(r.Body)) + "\n"
	}
	s.hold(typeName, resp.NewState, resp.Private, resp.NewIdentity)
	return nil
}

func (s *steps) data(typeName string, config map[string]any, isRead bool) error {
	schema := s.Schemas().DataSourceSchemas[typeName]
	encoded := s.Encode(schema, config)
	valid, err := s.ValidateDataResourceConfig(s.Context(), &tfprotov6.ValidateDataResourceConfigRequest{TypeName: typeName, Config: encoded})
	if err != nil || s.print(valid.Diagnostics) || !isRead {
		return err
	}
	resp, err := s.ReadDataSource(s.Context(), &tfprotov6.ReadDataSourceRequest{
		TypeName: typeName, Config: encoded, ClientCapabilities: &tfprotov6.ReadDataSourceClientCapabilities{DeferralAllowed: s.defers},
	})
	if err == nil && !s.print(resp.Diagnostics) {
		s.show("data", schema, resp.State)
	}
	return err
}

// print appends diagnostics to s.printed, and reports whether one of them is an error.
func (s *steps) print(diagnostics []*tfprotov6.Diagnostic) (hasError bool) {
	var lines []string
	for _, d := range diagnostics {
		hasError = hasError || d.Severity == tfprotov6.DiagnosticSeverityError
		lines = append(lines, fmt.Sprintf("%s %s: %s: %s\n", d.Severity, tfvalue.PathString(d.Attribute), d.Summary, d.Detail))
	}
	slices.Sort(lines)
	s.printed += strings.Join(lines, "")
	return hasError
}

func (s *steps) show(what string, schema *tfprotov6.Schema, value *tfprotov6.DynamicValue) {
	decoded, err := value.Unmarshal(schema.ValueType())
	if err != nil {
		s.Fatal(err)
	}
	s.printed += what + " " + document.Encode(tfvalue.Decode(decoded, func(leaf tftypes.Value) any {
		switch {
		case !leaf.IsKnown():
			return "?"
		case leaf.IsNull():
			return nil
		case leaf.Type().Is(tftypes.Bool):
			return tfvalue.Bool(leaf)
		case leaf.Type().Is(tftypes.Number):
			return json.Number(tfvalue.Number(leaf).String())
		}
		return tfvalue.String(leaf)
	})) + "\n"
}
