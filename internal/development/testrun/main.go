// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Testrun reads the output of `go test -json` for `make test`. It prints what go test itself would print. It returns an error if a test
// failed, or if a test was skipped that skips.txt does not list. With -coverage, it also prints which part of the statements ran, and
// returns an error if the part is smaller than -floor. It imports no other package of this module. Start reading in report.go.
package main

import (
	_ "embed"
	"flag"
	"fmt"
	"os"
)

//go:embed skips.txt
var skips string

func main() {
	folder := flag.String("coverage", "", "the `folder` with the coverage data of the tests (default: none is measured)")
	floor := flag.Float64("floor", 0, "the least `percentage` of statements that must run")
	flag.Parse()
	reasons, err := parseReasons(skips)
	if err == nil {
		err = newReport(os.Stdout, reasons).read(os.Stdin)
	}
	if err == nil && *folder != "" {
		err = summarize(os.Stdout, *folder, *floor)
	}
	if err != nil {
		_, _ = fmt.Fprintf(os.Stderr, "%v\n", err)
		os.Exit(1)
	}
}
