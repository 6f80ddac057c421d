// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package checkopenapi tests the OpenAPI description of the reference server with an independent validator. Terraform applies, plans
// and destroys every example, and a proxy checks that the description allows each request and each answer. `make check-openapi` runs it
// with the built provider. Start reading in examples_test.go. The proxy is in proxy_test.go; server_test.go starts the programs.
package checkopenapi
