// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Testrun is where `make test` sends the events of `go test -json`. It prints what go test itself would print, and fails
// when a test was skipped that skips.txt does not list with its reason. It imports no other package of this module. Start
// reading in report.go.
package main

import (
	_ "embed"
	"fmt"
	"os"
)

//go:embed skips.txt
var skips string

func main() {
	reasons, err := parseReasons(skips)
	if err == nil {
		err = newReport(os.Stdout, reasons).read(os.Stdin)
	}
	if err != nil {
		_, _ = fmt.Fprintf(os.Stderr, "%v\n", err)
		os.Exit(1)
	}
}
