// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package documents tests the provider argument default_tags, and engine_document and engine_documents, which manage objects of kinds
// without a resource of their own. It runs the real Terraform and contains only tests. Start reading in workplace_test.go, which prepares
// each test, then in document_test.go.
package documents
