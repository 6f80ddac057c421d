// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package states

import (
	"bytes"
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

func TestMain(m *testing.M) { terraformtest.Main(m, provider.NewServer("test")) }

const directories = "../../provider/testdata/states"

type stored struct {
	State struct {
		Resources []struct {
			Mode, Type string
			Instances  []instance
		}
	}
	Engine map[string][]map[string]any
}

type instance struct {
	SchemaVersion   int64 `json:"schema_version"`
	Attributes      json.RawMessage
	Private         []byte
	IdentityVersion int64 `json:"identity_schema_version"`
	Identity        json.RawMessage
}

// TestStatesOfReleases upgrades and plans every resource in the stored states of all releases. Each plan must be empty.
func TestStatesOfReleases(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(directories + "/*/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no stored states (%v)", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(filepath.Dir(file))+" "+filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			var of stored
			content, err := os.ReadFile(file)
			if err == nil {
				err = document.DecodeInto(content, &of)
			}
			if err != nil {
				t.Fatal(err)
			}
			e := providertest.StartEngine(t, refserver.Options{})
			if err := e.Seed(of.Engine); err != nil {
				t.Fatal(err)
			}
			s := providertest.Open(t, provider.NewComparedServer("test", providertest.Difference))
			s.Connect(e)
			read := 0
			for _, r := range of.State.Resources {
				for _, object := range r.Instances {
					if r.Mode == "managed" {
						planEmpty(t, s, r.Type, object)
						read++
					}
				}
			}
			if read < 8 {
				t.Errorf("the state has %d resources", read)
			}
			for _, r := range e.Requests() {
				if r.Method != "GET" {
					t.Errorf("a plan sent %s %s", r.Method, r.Path)
				}
			}
		})
	}
}

// planEmpty upgrades and refreshes a resource's state, and then plans a configuration with the same values. It fails the test if the plan
// is not empty.
func planEmpty(t *testing.T, s *providertest.Session, typeName string, object instance) {
	t.Helper()
	upgraded, err := s.UpgradeResourceState(t.Context(), &tfprotov6.UpgradeResourceStateRequest{
		TypeName: typeName, Version: object.SchemaVersion, RawState: &tfprotov6.RawState{JSON: object.Attributes},
	})
	if err != nil || len(upgraded.Diagnostics) > 0 {
		t.Fatalf("%s: %v %v", typeName, err, upgraded)
	}
	identity := storedIdentity(t, s, typeName, object)
	read, err := s.ReadResource(t.Context(), &tfprotov6.ReadResourceRequest{
		TypeName: typeName, CurrentState: upgraded.UpgradedState, CurrentIdentity: identity, Private: object.Private,
	})
	if err != nil || len(read.Diagnostics) > 0 || read.NewState == nil {
		t.Fatalf("%s: %v %v", typeName, err, read)
	}
	schema := s.Schemas().ResourceSchemas[typeName]
	value, err := read.NewState.Unmarshal(schema.ValueType())
	if err != nil || value.IsNull() {
		t.Fatalf("%s is gone (%v)", typeName, err)
	}
	config, err := tfprotov6.NewDynamicValue(schema.ValueType(), tfvalue.WithMember(value, "id", tftypes.NewValue(tftypes.String, nil)))
	if err != nil {
		t.Fatal(err)
	}
	planned, err := s.PlanResourceChange(t.Context(), &tfprotov6.PlanResourceChangeRequest{
		TypeName: typeName, PriorState: read.NewState, ProposedNewState: read.NewState, Config: &config,
		PriorIdentity: read.NewIdentity, PriorPrivate: read.Private,
	})
	if err != nil || len(planned.Diagnostics) > 0 || len(planned.RequiresReplace) > 0 {
		t.Fatalf("%s: %v %v", typeName, err, planned)
	}
	if !bytes.Equal(planned.PlannedState.MsgPack, upgraded.UpgradedState.MsgPack) {
		t.Errorf("%s: the plan differs from the stored state", typeName)
	}
}

// storedIdentity returns a resource's identity in the state, or nil if a Terraform version without support for identities wrote the state.
func storedIdentity(t *testing.T, s *providertest.Session, typeName string, object instance) *tfprotov6.ResourceIdentityData {
	t.Helper()
	if len(object.Identity) == 0 {
		return nil
	}
	schemas, err := s.GetResourceIdentitySchemas(t.Context(), &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		t.Fatal(err)
	}
	raw, schema := &tfprotov6.RawState{JSON: object.Identity}, schemas.IdentitySchemas[typeName]
	if object.IdentityVersion != schema.Version {
		upgraded, err := s.UpgradeResourceIdentity(t.Context(), &tfprotov6.UpgradeResourceIdentityRequest{
			TypeName: typeName, Version: object.IdentityVersion, RawIdentity: raw,
		})
		if err != nil || len(upgraded.Diagnostics) > 0 {
			t.Fatalf("%s: %v %v", typeName, err, upgraded)
		}
		return upgraded.UpgradedIdentity
	}
	value, err := raw.Unmarshal(schema.ValueType())
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := tfprotov6.NewDynamicValue(schema.ValueType(), value)
	if err != nil {
		t.Fatal(err)
	}
	return &tfprotov6.ResourceIdentityData{IdentityData: &encoded}
}

// release is the environment variable that contains the version to store, such as 0.1.0. If it is not set, TestStoreStates is skipped.
const release = "ENGINE_STORE_STATES"

// TestStoreStates applies configurations with the real Terraform and stores the states, which all later releases must be able to read. Run
// it once per release:
//
//	ENGINE_STORE_STATES=0.1.0 TF_ACC=1 go test ./internal/acceptance/states -run TestStoreStates
func TestStoreStates(t *testing.T) {
	version := os.Getenv(release)
	if version == "" {
		t.Skipf("it writes states of a release where %s names one", release)
	}
	for name, source := range map[string]string{"complete": "../../../examples/complete", "estate": "../testdata/estate"} {
		e := providertest.StartEngine(t, refserver.Options{})
		dir := t.TempDir()
		run := terraformtest.NewServed(t, dir, append(e.Environment(), "TF_VAR_stage=full", "TF_VAR_secret=stored")...)
		if err := os.CopyFS(dir, os.DirFS(source)); err != nil {
			t.Fatal(err)
		}
		terraformtest.Do(t, run, []string{"init"}, []string{"apply", "-auto-approve"}, []string{"plan", "-detailed-exitcode"})
		state, err := os.ReadFile(filepath.Join(dir, "terraform.tfstate"))
		if err != nil {
			t.Fatal(err)
		}
		store(t, filepath.Join(directories, version), name+".json", state, e.Export())
	}
}

func store(t *testing.T, dir, file string, state []byte, objects map[string][]map[string]any) {
	t.Helper()
	var whole map[string]any
	if err := document.DecodeInto(state, &whole); err != nil {
		t.Fatal(err)
	}
	whole["outputs"], whole["check_results"] = nil, nil
	resources, _ := whole["resources"].([]any)
	whole["resources"] = slices.DeleteFunc(resources, func(resource any) bool {
		of, _ := resource.(map[string]any)
		return of["mode"] != "managed"
	})
	content, err := json.MarshalIndent(map[string]any{"state": whole, "engine": objects}, "", " ")
	if err := cmp.Or(err, os.MkdirAll(dir, 0o755), os.WriteFile(filepath.Join(dir, file), append(content, '\n'), 0o600)); err != nil {
		t.Fatal(err)
	}
}
