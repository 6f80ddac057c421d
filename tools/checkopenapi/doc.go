// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package checkopenapi tests the OpenAPI description of the reference server with a validator that knows nothing of this
// project: Terraform applies, plans and destroys every example, and each request and answer must be one that the description
// allows. `make check-openapi` runs it with the built provider. Start reading in examples_test.go; proxy_test.go stands between
// provider and server, and server_test.go starts the one and Terraform for the other.
package checkopenapi
