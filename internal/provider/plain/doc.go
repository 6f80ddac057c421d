// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package plain is what Terraform can do with engine objects that the provider has no resource for: the resource engine_document,
// any object by the path of its collection, and the data source engine_documents, any collection.
//
//	body.go         the lens on JSON text: what a declared body manages of a document, and what an update sends
//	resource.go     the resource: schema, checks, import, read
//	apply.go        create, update and delete
//	path.go         paths of collections in configurations and import ids
//	memory.go       what the private state keeps
//	secret.go       what is marked as sensitive inside of documents
//	data_source.go  the data source
//
// It imports the connection with the client, and the packages of documents and JSON texts. Start reading at body.go.
package plain
