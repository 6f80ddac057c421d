// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/migrate"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"migrate": func() {
		os.Exit(commandline.Run(context.Background(), migrate.Command(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}})
}

// TestMigrations runs the scripts in testdata/scripts, each in its own directory. The script command "usage" runs migrate with invalid
// arguments, which migrate must reject.
func TestMigrations(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{Dir: "testdata/scripts", UpdateScripts: *update, Cmds: map[string]func(*testscript.TestScript, bool, []string){
		"usage": func(ts *testscript.TestScript, _ bool, args []string) {
			err := ts.Exec("migrate", args...)
			if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != commandline.Usage {
				ts.Fatalf("migrate %v: %v", args, err)
			}
		},
	}})
}
