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
	// ProviderAddress is where a configuration finds the provider. With the host it is the same one for OpenTofu.
	ProviderAddress = "registry.terraform.io/" + providerName

	// ProviderVersion is the version that the provider has in the mirror. The examples ask for 0.1.0 at least.
	ProviderVersion = "0.1.0"

	providerName = "engine-platform/engine"
)

// offerProvider lays the provider out as a mirror in the folder, for Terraform and for OpenTofu, and writes the configuration
// file that lets either of them look there and nowhere else.
func offerProvider(folder, provider string) (config string, err error) {
	mirror := filepath.Join(folder, "mirror")
	for _, host := range []string{"registry.terraform.io", "registry.opentofu.org"} {
		place := filepath.Join(mirror, host, filepath.FromSlash(providerName), ProviderVersion, runtime.GOOS+"_"+runtime.GOARCH)
		if err := os.MkdirAll(place, 0o755); err != nil {
			return "", err
		}
		if err := os.Symlink(provider, filepath.Join(place, "terraform-provider-engine_v"+ProviderVersion)); err != nil {
			return "", err
		}
	}
	config = filepath.Join(folder, "terraform.tfrc")
	content := fmt.Sprintf("provider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n", mirror)
	return config, os.WriteFile(config, []byte(content), 0o600)
}
