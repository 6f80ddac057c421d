// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package checkrelease checks the parts of a release: the files that goreleaser builds, the licenses of the libraries in them, the
// workflows that publish them, and the changelog fragments. It imports no package from the provider. Run it with `make check-release`, or
// with `make snapshot` to build all platforms. Start reading in files_test.go.
package checkrelease
