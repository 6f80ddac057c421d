// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt_test

import (
	"context"
	"errors"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"adopt": func() {
		os.Exit(commandline.Run(context.Background(), adopt.Command("test"), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}})
}

// TestAdoptions runs the scripts in testdata/scripts, each with its own engine. adopt must send only GET requests. In addition to "adopt",
// scripts can use these commands:
//
//	seed pumps KIND...        adds the objects in testdata/pumps.json, or only the given kinds
//	seed FILE                 adds the objects in FILE
//	edit KIND ID NAME VALUE   changes a field of an object
//	remove KIND ID            removes an object; the id may contain escapes such as \u202e
//	rename FILE OLD NEW       replaces a string in a file
//	usage ARGUMENTS...        runs adopt, which must reject the arguments
func TestAdoptions(t *testing.T) {
	t.Parallel()
	engineOf := func(ts *testscript.TestScript) *providertest.Engine {
		e, _ := ts.Value("engine").(*providertest.Engine)
		return e
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/scripts", UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			e := providertest.StartEngine(t, refserver.Options{})
			env.Values["engine"] = e
			env.Vars = append(env.Vars, append(e.Environment(), "ID="+id(0)[:len(id(0))-2])...)
			env.Defer(func() {
				if slices.ContainsFunc(e.Requests(), func(r refserver.Request) bool { return r.Method != "GET" }) {
					t.Error("the engine was changed")
				}
			})
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"seed": func(ts *testscript.TestScript, _ bool, args []string) {
				objects := pumps()
				if args[0] != "pumps" {
					objects = nil
					ts.Check(document.DecodeInto([]byte(ts.ReadFile(args[0])), &objects))
				}
				maps.DeleteFunc(objects, func(kind string, _ []object) bool { return len(args) > 1 && !slices.Contains(args, kind) })
				ts.Check(engineOf(ts).Seed(objects))
			},
			"edit": func(ts *testscript.TestScript, _ bool, args []string) {
				ts.Check(engineOf(ts).Edit(args[0], args[1], func(doc map[string]any) {
					doc[args[2]] = args[3]
					if value, err := document.Decode([]byte(args[3])); err == nil {
						doc[args[2]] = value
					}
				}))
			},
			"rename": func(ts *testscript.TestScript, _ bool, args []string) {
				ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.ReplaceAll(ts.ReadFile(args[0]), args[1], args[2])), 0o600))
			},
			"remove": func(ts *testscript.TestScript, _ bool, args []string) {
				id, err := strconv.Unquote(`"` + args[1] + `"`)
				ts.Check(err)
				ts.Check(engineOf(ts).Remove(args[0], id))
			},
			"usage": func(ts *testscript.TestScript, _ bool, args []string) {
				var exit *exec.ExitError
				if err := ts.Exec("adopt", args...); !errors.As(err, &exit) || exit.ExitCode() != commandline.Usage {
					ts.Fatalf("adopt %v: %v", args, err)
				}
			},
		},
	})
}
