// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Docspreview serves the pages of a documentation folder as the Terraform registry shows them: with its navigation, its callouts and
// highlighted code. "make docs-preview" starts it.
//
//	docspreview [-addr ADDRESS] [FOLDER]
//
// FOLDER is the documentation of any provider; its default is ../docs, because make runs the program in the folder tools. The tests check
// the links and anchors of all Markdown files of the repository, and the order of the navigation. Start reading in site.go.
package main

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"time"
)

func main() {
	address := flag.String("addr", "127.0.0.1:8090", "address to listen on")
	flag.Parse()
	folder := "../docs"
	if flag.NArg() > 0 {
		folder = flag.Arg(0)
	}
	fmt.Printf("Serving %s at http://%s/docs (stop with Ctrl-C)\n", folder, *address)
	server := http.Server{Addr: *address, Handler: handler(folder), ReadHeaderTimeout: time.Minute}
	if err := server.ListenAndServe(); err != nil {
		fmt.Fprintln(os.Stderr, "docspreview:", err)
		os.Exit(1)
	}
}
