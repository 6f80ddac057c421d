// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package update

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
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

// project is a directory with a configuration and a test engine with the configured objects.
type project struct {
	*testing.T
	*providertest.Engine
	dir       string
	instances []statefile.Instance
}

func newProject(t *testing.T) *project {
	t.Helper()
	return &project{T: t, Engine: providertest.StartEngine(t, refserver.Options{Collections: []string{"asset/assets"}}), dir: t.TempDir()}
}

// apply creates the objects for the resources at the given addresses, and records them in the state.
func (p *project) apply(addresses ...string) {
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
		declared := types.ConfigType(i.Type)
		config, err := e.configOf(&object{Instance: i}, declared)
		if err != nil {
			t.Fatalf("%s: %v", address, err)
		}
		config, _ = config.UnmarkDeep()
		i.Attributes, i.Private = create(t, server, i.Type, config, declared.WithoutOptionalAttributesDeep())
		if i.Type != "engine_document" {
			i.Version = 1
		}
		p.instances = append(p.instances, i)
	}
	p.ClearRequests()
}

func (p *project) configured() tfprotov6.ProviderServer {
	p.Helper()
	server := provider.NewServer("test")()
	session := providertest.Open(p.T, server)
	session.Connect(p.Engine)
	return server
}

func (p *project) write(name, text string) {
	p.Helper()
	file := filepath.Join(p.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		p.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		p.Fatal(err)
	}
}

// contents returns the contents of all files in the directory, by path.
func (p *project) contents() map[string]string {
	p.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(p.dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		all[filepath.ToSlash(strings.TrimPrefix(name, p.dir+string(filepath.Separator)))] = string(text)
		return err
	})
	if err != nil {
		p.Fatal(err)
	}
	return all
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

// create creates an object and returns its attributes as decoded JSON and its private state.
func create(t *testing.T, server tfprotov6.ProviderServer, typeName string, config cty.Value, typ cty.Type) (map[string]any, []byte) {
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

// change updates or deletes objects in the engine. changes is a JSON object with a member for each address. The member maps paths, such as
// alert_items.0.label, to new values. If the member is null, change deletes the object.
func (p *project) change(changes string) {
	p.Helper()
	var objects map[string]map[string]any
	if err := document.DecodeInto([]byte(changes), &objects); err != nil {
		p.Fatal(err)
	}
	for _, i := range p.instances {
		values, isChanged := objects[i.Address()]
		if !isChanged {
			continue
		}
		kind, id := strings.TrimPrefix(i.Type, "engine_"), fmt.Sprint(i.Attributes["id"])
		if path, ok := i.Attributes["path"].(string); ok {
			kind = strings.TrimSuffix(path, "/") // for an engine_document
		}
		err := p.Edit(kind, id, func(doc map[string]any) {
			for path, value := range values {
				setAtPath(doc, strings.Split(path, "."), value)
			}
		})
		if values == nil {
			err = p.Remove(kind, id)
		}
		if err != nil {
			p.Fatal(err)
		}
		delete(objects, i.Address())
	}
	if len(objects) > 0 {
		p.Fatalf("there is no %v", objects)
	}
}

// setAtPath sets the value at a path in a document and returns the document. An index past the end of a list appends the value.
func setAtPath(doc any, path []string, value any) any {
	if len(path) == 0 {
		return value
	}
	switch doc := doc.(type) {
	case map[string]any:
		doc[path[0]] = setAtPath(doc[path[0]], path[1:], value)
	case []any:
		if i, err := strconv.Atoi(path[0]); err == nil && i < len(doc) {
			doc[i] = setAtPath(doc[i], path[1:], value)
		} else {
			return append(doc, value)
		}
	}
	return doc
}

// update runs an update and returns its JSON report.
func (p *project) update(set Settings) (report result) {
	p.Helper()
	set.JSON = true
	output, err := p.output(set)
	if problem := document.DecodeInto([]byte(output), &report); problem != nil {
		p.Fatal(err, output)
	}
	if errors.Is(err, ErrUndecided) != (len(report.Decisions)+len(report.Deleted) > 0) {
		p.Errorf("the error is %v\n%s", err, output)
	}
	return report
}

// output runs an update and returns the text that it prints. Any error except ErrUndecided fails the test.
func (p *project) output(set Settings) (string, error) {
	p.Helper()
	var output strings.Builder
	err := p.run(set, &output, &output)
	if err != nil && !errors.Is(err, ErrUndecided) {
		p.Fatal(err, output.String())
	}
	return output.String(), err
}

func (p *project) run(set Settings, stdout, stderr io.Writer) error {
	p.Helper()
	inProcess, err := protocol.Start(p.Context(), p.configured())
	if err != nil {
		p.Fatal(err)
	}
	set.Dir, set.Instances = &configuration.Directory{Path: p.dir}, p.instances
	if set.Only == nil {
		set.Only = func(string, string) bool { return true }
	}
	return Run(p.Context(), inProcess, set, stdout, stderr)
}
