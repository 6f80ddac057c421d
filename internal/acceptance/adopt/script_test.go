// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package adopt

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// Each script in testdata/scripts runs adopt and Terraform in its own directory and with its own engine. It may also use these commands:
// "seed FILE" adds objects, "edit KIND NAME FIELD VALUE" changes an object, and "unchanged" fails if adopt or Terraform have changed the
// engine.
func TestScripts(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	engineOf := func(ts *testscript.TestScript) *providertest.Engine {
		e, _ := ts.Value("engine").(*providertest.Engine)
		return e
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/scripts",
		Setup: func(env *testscript.Env) error {
			e := providertest.StartEngine(t, refserver.Options{})
			env.Values["engine"] = e
			env.Values["terraform"] = terraformtest.New(t, env.Cd, self, e.Environment()...)
			env.Vars = append(env.Vars, e.Environment()...)
			return os.Symlink(self, env.WorkDir+"/"+terraformtest.Program)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"terraform": func(ts *testscript.TestScript, neg bool, args []string) {
				tf, _ := ts.Value("terraform").(*terraform.Terraform)
				out, err := tf.Run(t.Context(), append(args, "-no-color")...)
				_, writeErr := ts.Stdout().Write([]byte(out))
				ts.Check(writeErr)
				if (err != nil) != neg {
					ts.Fatalf("%s\n%v", out, err)
				}
			},
			"seed": func(ts *testscript.TestScript, _ bool, args []string) {
				var objects map[string][]map[string]any
				ts.Check(document.DecodeInto([]byte(ts.ReadFile(args[0])), &objects))
				ts.Check(engineOf(ts).Seed(objects))
			},
			"edit": func(ts *testscript.TestScript, _ bool, args []string) {
				found := engineOf(ts).ObjectsBy(args[0], "name", args[1])
				if len(found) != 1 {
					ts.Fatalf("%d objects have this name", len(found))
				}
				id, _ := found[0]["id"].(string)
				ts.Check(engineOf(ts).Edit(args[0], id, func(doc map[string]any) { doc[args[2]] = args[3] }))
			},
			"unchanged": func(ts *testscript.TestScript, _ bool, _ []string) {
				for _, r := range engineOf(ts).Requests() {
					if r.Method != "GET" {
						ts.Fatalf("%s %s", r.Method, r.Path)
					}
				}
			},
		},
	})
}
