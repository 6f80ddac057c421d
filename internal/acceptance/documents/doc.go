// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package documents has the tests of engine_document and engine_documents, objects of kinds that the provider has no resource for,
// and of default_tags, with the real Terraform and the provider as a program of its own.
//
// There is nothing in it but tests. Start reading in document_test.go; workplace_test.go has the harness.
package documents
