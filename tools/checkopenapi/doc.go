// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package checkopenapi checks the reference server's OpenAPI description with an independent validator. Terraform applies and destroys
// every example while a proxy checks each request and response against the description. Run it with `make check-openapi`. Start reading in
// examples_test.go. proxy_test.go contains the proxy, and server_test.go starts the binaries.
package checkopenapi
