// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
)

const (
	exampleFolder = "examples/complete"
	parentFolder  = "bin"
)

// workFolder is the absolute path of the folder for all files of the demo.
type workFolder string

func (w workFolder) example() string    { return filepath.Join(string(w), "example") }
func (w workFolder) serverData() string { return filepath.Join(string(w), "engine.db") }
func (w workFolder) serverLog() string  { return filepath.Join(string(w), "server.log") }
func (w workFolder) planJSON() string   { return filepath.Join(string(w), "plan.json") }
func (w workFolder) series() string     { return filepath.Join(string(w), "series.csv") }

// makeWorkFolder empties or creates the work folder and copies the example into it.
func makeWorkFolder() (workFolder, error) {
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
	return w, w.copyExample(configuration)
}

// copyExample copies the configuration files. It copies nothing else, because the example's folder may have a state or a lock file.
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

// changeVariables changes the variables of the example for all later plans.
func (w workFolder) changeVariables() error {
	return copyFile(filepath.Join(w.example(), "changed.auto.tfvars"), filepath.Join(exampleFolder, "changed.tfvars"))
}

func copyFile(to, from string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o600)
}
