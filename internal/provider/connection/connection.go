// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package connection is what the provider's configuration gives to its resources, data sources, lists and actions. It imports the
// client and what is built on it; start reading at Connection.
// default_tags.go has the tags that the provider gives to objects.
// failure.go words what all kinds of objects report alike.
package connection

import (
	"fmt"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/bulk"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/deployment"
)

// Connection is what the provider's configuration gives to resources and data sources: a client with what is built on it, or
// the arguments whose values are not known yet. A plan may go on without them as long as nothing has to be asked.
type Connection struct {
	Client   *engine.Client
	Reader   *bulk.Reader         // of objects of which many are read
	Deployer *deployment.Deployer // of objects that run
	// DefaultTags are those of all objects whose tags are references.
	DefaultTags DefaultTags
	// TagsUnknown says that the default tags are not known yet. Only writes of objects that have them wait for it.
	TagsUnknown bool
	Unknown     []string

	seen sync.Map // documents of objects that run, as this run read them last, by id
}

// See remembers the document of an object that was read. Nobody changes it.
func (c *Connection) See(id string, doc engine.Document) { c.seen.Store(id, doc) }

// Seen returns the document that was read last of an object, nil if none was in this run.
func (c *Connection) Seen(id string) engine.Document {
	seen, _ := c.seen.Load(id)
	doc, _ := seen.(engine.Document)
	return doc
}

// From takes the connection out of the provider data, which is nil while Terraform only validates.
func From(data any, diags *diag.Diagnostics) *Connection {
	if data == nil {
		return nil
	}
	c, ok := data.(*Connection)
	if !ok {
		diags.AddError("Unexpected provider data", fmt.Sprintf("Expected a connection, got %T. This is a bug of the provider.", data))
	}
	return c
}

// MayDefer tells whether an answer can wait: the arguments that a request needs are not known yet, and Terraform allows to come back
// to it once they are.
func (c *Connection) MayDefer(allowed bool) bool { return allowed && c != nil && len(c.Unknown) > 0 }

// Use is the client, or nil with an error that says why there is none.
func (c *Connection) Use(diags *diag.Diagnostics) *engine.Client {
	if c == nil {
		diags.AddError("Provider not configured", "A request to the engine is needed before the provider was configured. This is a bug of the provider.")
		return nil
	}
	if c.Client == nil {
		refuseUnknown(diags, strings.Join(c.Unknown, " and "))
	}
	return c.Client
}

// RefuseUnknownTags reports that a write has to wait for the default tags.
func RefuseUnknownTags(diags *diag.Diagnostics) { refuseUnknown(diags, "default_tags") }

func refuseUnknown(diags *diag.Diagnostics, arguments string) {
	diags.AddError("Provider configuration not known yet",
		fmt.Sprintf("The engine has to be asked, but %s of the provider depends on values that are known only after apply. "+
			"Apply what they depend on first (-target), or give them as variables.", arguments))
}
