// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"flag"
	"fmt"
	"os"
	"testing"
)

// checks is the number of random cases per property test. The -rapid.checks flag overrides it.
const checks = "5000"

func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", checks); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(m.Run())
}
