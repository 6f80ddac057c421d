// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package documents tests the provider argument default_tags, the resource engine_document and the data source engine_documents. The last
// two are for kinds of objects that have no resource of their own. The package runs the real Terraform and contains only tests. Start
// reading in workplace_test.go, which prepares each test, then in document_test.go.
package documents
