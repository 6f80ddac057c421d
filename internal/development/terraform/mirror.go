// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package terraform

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

const (
	// ProviderAddress is the provider's source address. It includes the host of Terraform's registry. Without a host, OpenTofu would add
	// the host of its own registry.
	ProviderAddress = "registry.terraform.io/" + providerName

	// ProviderVersion is the provider's version in the mirror that New creates. The examples require version 0.1.0 or later.
	ProviderVersion = "0.1.0"

	providerName = "engine-platform/engine"
)

func mirrorIn(directory string) string { return filepath.Join(directory, "mirror") }

// Offer adds a version of the provider to the mirror in directory, so that terraform init and tofu init can install it. There is no need to
// offer ProviderVersion, because New adds it.
func Offer(directory, provider, version string) error {
	for _, host := range []string{"registry.terraform.io", "registry.opentofu.org"} {
		place := filepath.Join(mirrorIn(directory), host, filepath.FromSlash(providerName), version, runtime.GOOS+"_"+runtime.GOARCH)
		if err := os.MkdirAll(place, 0o755); err != nil {
			return err
		}
		if err := os.Symlink(provider, filepath.Join(place, "terraform-provider-engine_v"+version)); err != nil {
			return err
		}
	}
	return nil
}

// offerProvider creates a mirror that contains the provider. config is the path of a CLI configuration file that makes Terraform and
// OpenTofu install providers only from this mirror.
func offerProvider(directory, provider string) (config string, err error) {
	if err := Offer(directory, provider, ProviderVersion); err != nil {
		return "", err
	}
	config = filepath.Join(directory, "terraform.tfrc")
	content := fmt.Sprintf("provider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n", mirrorIn(directory))
	return config, os.WriteFile(config, []byte(content), 0o600)
}
