// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build !unix

package newfile

import "os"

// lock does nothing, because this operating system can't lock directories.
func lock(*os.File) {}
