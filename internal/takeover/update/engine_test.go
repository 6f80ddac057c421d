// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package update

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	ctymsgpack "github.com/zclconf/go-cty/cty/msgpack"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/protocol"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/statefile"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

// plant is a directory with a configuration whose objects a test engine has.
type plant struct {
	*testing.T
	*providertest.Engine
	dir       string
	instances []statefile.Instance
}

// newPlant writes files and applies the resources with the given addresses, in their order.
func newPlant(t *testing.T, files map[string]string, addresses ...string) *plant {
	t.Helper()
	p := &plant{T: t, Engine: providertest.StartEngine(t, refserver.Options{Collections: []string{"asset/assets"}}), dir: t.TempDir()}
	for name, text := range files {
		p.write(name, text)
	}
	p.apply(addresses...)
	return p
}

// apply creates the objects of resources.
func (p *plant) apply(addresses ...string) {
	t := p.T
	t.Helper()
	server := p.configured()
	types, err := protocol.Start(t.Context(), server)
	if err != nil {
		t.Fatal(err)
	}
	r := &run{provider: types, Settings: Settings{Dir: &configuration.Directory{Path: p.dir}}, state: states{}}
	for _, address := range addresses {
		i := instanceOf(t, address)
		r.Instances, r.state, r.objects = p.instances, states{}, nil
		r.readState()
		e, err := load(&configuration.Directory{Path: p.dir}, r.state)
		if err != nil {
			t.Fatal(err)
		}
		declared := types.Declared(i.Type)
		config, err := e.declared(&object{Instance: i}, declared)
		if err != nil {
			t.Fatalf("%s: %v", address, err)
		}
		config, _ = config.UnmarkDeep()
		i.Attributes, i.Private = applied(t, server, i.Type, config, declared.WithoutOptionalAttributesDeep())
		if i.Type != "engine_document" {
			i.Version = 1
		}
		p.instances = append(p.instances, i)
	}
	p.ClearRequests()
}

func (p *plant) configured() tfprotov6.ProviderServer {
	p.Helper()
	server := provider.NewServer("test")()
	session := providertest.Open(p.T, server)
	session.Connect(p.Engine)
	return server
}

func (p *plant) write(name, text string) {
	p.Helper()
	file := filepath.Join(p.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		p.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		p.Fatal(err)
	}
}

func (p *plant) file(name string) string {
	p.Helper()
	text, err := os.ReadFile(filepath.Join(p.dir, name))
	if err != nil {
		p.Fatal(err)
	}
	return string(text)
}

func instanceOf(t *testing.T, address string) statefile.Instance {
	t.Helper()
	traversal, diags := hclsyntax.ParseTraversalAbs([]byte(address), "", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	i := statefile.Instance{Mode: "managed"}
	if last, ok := traversal[len(traversal)-1].(hcl.TraverseIndex); ok {
		if last.Key.Type() == cty.String {
			i.Key = last.Key.AsString()
		} else {
			i.Key = json.Number(last.Key.AsBigFloat().String())
		}
		address = address[:strings.LastIndexByte(address, '[')]
	}
	if at := strings.LastIndex(address, ".engine_"); at >= 0 {
		i.Module, address = address[:at], address[at+1:]
	}
	i.Type, i.Name, _ = strings.Cut(address, ".")
	return i
}

// applied creates an object and returns its attributes and private state.
func applied(t *testing.T, server tfprotov6.ProviderServer, typeName string, config cty.Value, typ cty.Type) (map[string]any, []byte) {
	t.Helper()
	encode := func(value cty.Value) *tfprotov6.DynamicValue {
		packed, err := ctymsgpack.Marshal(value, typ)
		if err != nil {
			t.Fatal(err)
		}
		return &tfprotov6.DynamicValue{MsgPack: packed}
	}
	proposed := config.AsValueMap()
	proposed["id"] = cty.UnknownVal(cty.String)
	null := encode(cty.NullVal(typ))
	plan, err := server.PlanResourceChange(t.Context(), &tfprotov6.PlanResourceChangeRequest{
		TypeName: typeName, PriorState: null, ProposedNewState: encode(cty.ObjectVal(proposed)), Config: encode(config),
	})
	if err != nil || len(plan.Diagnostics) > 0 && plan.Diagnostics[0].Severity == tfprotov6.DiagnosticSeverityError {
		t.Fatal(err, plan.Diagnostics)
	}
	apply, err := server.ApplyResourceChange(t.Context(), &tfprotov6.ApplyResourceChangeRequest{
		TypeName: typeName, PriorState: null, PlannedState: plan.PlannedState, Config: encode(config), PlannedPrivate: plan.PlannedPrivate,
		PlannedIdentity: plan.PlannedIdentity,
	})
	if err != nil || len(apply.Diagnostics) > 0 {
		t.Fatal(err, apply.Diagnostics[0])
	}
	state, err := ctymsgpack.Unmarshal(apply.NewState.MsgPack, typ)
	if err != nil {
		t.Fatal(err)
	}
	text, err := ctyjson.Marshal(state, typ)
	if err != nil {
		t.Fatal(err)
	}
	var attributes map[string]any
	if err := document.DecodeInto(text, &attributes); err != nil {
		t.Fatal(err)
	}
	return attributes, apply.Private
}

// edit changes the object that an address stands for in the engine.
func (p *plant) edit(address string, change func(doc map[string]any)) {
	p.Helper()
	kind, id := p.find(address)
	if err := p.Edit(kind, id, change); err != nil {
		p.Fatal(err)
	}
}

// set changes fields of an object in the engine.
func (p *plant) set(address string, fields map[string]any) {
	p.Helper()
	p.edit(address, func(doc map[string]any) { maps.Copy(doc, fields) })
}

func (p *plant) find(address string) (kind, id string) {
	p.Helper()
	for _, i := range p.instances {
		if i.Address() == address {
			id, _ := i.Attributes["id"].(string)
			return strings.TrimPrefix(i.Type, "engine_"), id
		}
	}
	p.Fatalf("there is no %s", address)
	return "", ""
}

// update runs an update and returns its report.
func (p *plant) update(set Settings) (result, string, error) {
	p.Helper()
	inProcess, err := protocol.Start(p.Context(), p.configured())
	if err != nil {
		p.Fatal(err)
	}
	set.Dir, set.Instances = &configuration.Directory{Path: p.dir}, p.instances
	if set.Only == nil {
		set.Only = func(string, string) bool { return true }
	}
	set.JSON = true
	var stdout bytes.Buffer
	err = Run(context.WithoutCancel(p.Context()), inProcess, set, &stdout, &stdout)
	var printed result
	if stdout.Len() > 0 {
		if err := document.DecodeInto(stdout.Bytes(), &printed); err != nil {
			p.Fatal(err, stdout.String())
		}
	}
	return printed, stdout.String(), err
}
