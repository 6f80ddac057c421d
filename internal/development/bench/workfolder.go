// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

// makeParentFolder creates an empty folder for all work folders.
func makeParentFolder() (string, error) {
	path, err := filepath.Abs(filepath.Join("bin", "bench"))
	if err != nil {
		return "", err
	}
	if err := os.RemoveAll(path); err != nil {
		return "", err
	}
	return path, os.MkdirAll(path, 0o755)
}

// makeWorkFolder creates a folder for Terraform, with a configuration.
func makeWorkFolder(parent, name string, configuration map[string]any) (string, error) {
	folder := filepath.Join(parent, strings.ReplaceAll(name, " ", "-"))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	encoded, err := json.Marshal(configuration)
	if err != nil {
		return "", err
	}
	return folder, os.WriteFile(filepath.Join(folder, "main.tf.json"), encoded, 0o600)
}
