// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package documents tests engine_document and engine_documents, for objects of kinds without a resource, and default_tags. It runs the
// real Terraform with the provider as a separate program, and contains only tests. Start reading in workplace_test.go, which prepares
// each test, then in document_test.go.
package documents
