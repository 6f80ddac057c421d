// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

const (
	exampleFolder = "examples/complete"
	parentFolder  = "bin"

	// mirrorVersion is the version that the mirror gives the provider; the example asks for 0.1.0 at least.
	mirrorVersion = "0.1.0"
)

// workFolder is the absolute path of the folder that holds all that the demo writes.
type workFolder string

func (w workFolder) example() string         { return filepath.Join(string(w), "example") }
func (w workFolder) mirror() string          { return filepath.Join(string(w), "mirror") }
func (w workFolder) terraformConfig() string { return filepath.Join(string(w), "terraform.tfrc") }
func (w workFolder) terraformLog() string    { return filepath.Join(string(w), "terraform.log") }
func (w workFolder) serverData() string      { return filepath.Join(string(w), "engine.db") }
func (w workFolder) serverLog() string       { return filepath.Join(string(w), "server.log") }

// makeWorkFolder makes the folder anew, with the example and with the provider where Terraform looks for it.
func makeWorkFolder(provider string) (workFolder, error) {
	path, err := filepath.Abs(filepath.Join(parentFolder, "demo"))
	if err != nil {
		return "", err
	}
	configuration, err := filepath.Glob(filepath.Join(exampleFolder, "*.tf"))
	if err != nil {
		return "", err
	}
	if len(configuration) == 0 {
		return "", fmt.Errorf("there is no configuration in %s: run `make demo` in the checkout", exampleFolder)
	}
	w := workFolder(path)
	if err := os.RemoveAll(path); err != nil {
		return "", err
	}
	if err := w.copyExample(configuration); err != nil {
		return "", err
	}
	return w, w.offerProvider(provider)
}

// copyExample copies the files of the configuration, and nothing else that working in the folder of the example may have left there.
func (w workFolder) copyExample(files []string) error {
	if err := os.MkdirAll(w.example(), 0o755); err != nil {
		return err
	}
	for _, file := range files {
		if err := copyFile(filepath.Join(w.example(), filepath.Base(file)), file); err != nil {
			return err
		}
	}
	return nil
}

// changeVariables gives the variables of the example their other values, from the next plan on.
func (w workFolder) changeVariables() error {
	return copyFile(filepath.Join(w.example(), "changed.auto.tfvars"), filepath.Join(exampleFolder, "changed.tfvars"))
}

// offerProvider lays the provider out as a mirror, for Terraform and for OpenTofu, and writes the configuration that lets
// either of them look there and nowhere else.
func (w workFolder) offerProvider(provider string) error {
	for _, host := range []string{"registry.terraform.io", "registry.opentofu.org"} {
		folder := filepath.Join(w.mirror(), host, "engine-platform", "engine", mirrorVersion, runtime.GOOS+"_"+runtime.GOARCH)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		if err := os.Symlink(provider, filepath.Join(folder, "terraform-provider-engine_v"+mirrorVersion)); err != nil {
			return err
		}
	}
	config := fmt.Sprintf("provider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n", w.mirror())
	return os.WriteFile(w.terraformConfig(), []byte(config), 0o600)
}

func copyFile(to, from string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o600)
}
