// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

const (
	parentFolder = "bin"

	// providerAddress is where the configurations find the provider. The host is part of it, so that OpenTofu looks for the
	// same one.
	providerAddress = "registry.terraform.io/engine-platform/engine"
	mirrorVersion   = "0.1.0"
)

// workFolder is the absolute path of a folder in which Terraform works.
type workFolder string

func (w workFolder) mirror() string          { return filepath.Join(string(w), "mirror") }
func (w workFolder) terraformConfig() string { return filepath.Join(string(w), "terraform.tfrc") }
func (w workFolder) usage() string           { return filepath.Join(string(w), "usage") }

// makeParentFolder makes the folder of all work folders anew.
func makeParentFolder() (string, error) {
	path, err := filepath.Abs(filepath.Join(parentFolder, "bench"))
	if err != nil {
		return "", err
	}
	if err := os.RemoveAll(path); err != nil {
		return "", err
	}
	return path, os.MkdirAll(path, 0o755)
}

// makeWorkFolder makes a folder with a configuration, with a state where there is one, and with this program where
// Terraform looks for the provider, and nowhere else.
func makeWorkFolder(parent, name string, configuration, state map[string]any) (workFolder, error) {
	w := workFolder(filepath.Join(parent, strings.ReplaceAll(name, " ", "-")))
	folder := filepath.Join(w.mirror(), filepath.FromSlash(providerAddress), mirrorVersion, runtime.GOOS+"_"+runtime.GOARCH)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if err := os.Symlink(self, filepath.Join(folder, "terraform-provider-engine_v"+mirrorVersion)); err != nil {
		return "", err
	}
	config := fmt.Sprintf("provider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n", w.mirror())
	if err := os.WriteFile(w.terraformConfig(), []byte(config), 0o600); err != nil {
		return "", err
	}
	if err := w.write("main.tf.json", configuration); err != nil || state == nil {
		return w, err
	}
	return w, w.write("terraform.tfstate", state)
}

func (w workFolder) write(name string, content map[string]any) error {
	encoded, err := json.Marshal(content)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(string(w), name), encoded, 0o600)
}
