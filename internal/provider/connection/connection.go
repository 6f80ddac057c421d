// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package connection has the clients that the provider makes from its configuration, and that its resources, data sources, lists and
// actions use. It imports the client and the packages that are built on it. Start reading at Connection.
// default_tags.go adds the provider's default tags to documents and removes them. failure.go has the hints for errors that all kinds
// of objects share.
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

// Connection connects a provider with an engine. If an argument of the provider is unknown, it has no client, and a plan succeeds only if
// it needs no request.
type Connection struct {
	Client   *engine.Client
	Reader   *bulk.Reader         // reads many objects with few requests
	Deployer *deployment.Deployer // starts and stops components

	Unknown     []string    // the unknown arguments
	DefaultTags DefaultTags // the tags of all objects whose tags are references
	TagsUnknown bool        // the default tags are unknown, so objects that have them can't be written

	seen sync.Map // the last documents of components that this run has read, by id
}

// See remembers the document of an object. The caller must not change the document afterwards.
func (c *Connection) See(id string, doc engine.Document) { c.seen.Store(id, doc) }

// Seen returns the last document of an object, or nil if this run has not read the object.
func (c *Connection) Seen(id string) engine.Document {
	seen, _ := c.seen.Load(id)
	doc, _ := seen.(engine.Document)
	return doc
}

// From returns the connection in the provider data, or nil while Terraform only validates.
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

// MayDefer reports whether a call can be deferred: an argument that it needs is unknown, and Terraform allows to defer it.
func (c *Connection) MayDefer(allowed bool) bool { return allowed && c != nil && len(c.Unknown) > 0 }

// Use returns the client. If there is none, it returns nil and reports the reason as an error.
func (c *Connection) Use(diags *diag.Diagnostics) *engine.Client {
	if c == nil {
		diags.AddError("Provider not configured",
			"A request to the engine is needed before the provider was configured. This is a bug of the provider.")
		return nil
	}
	if c.Client == nil {
		refuseUnknown(diags, strings.Join(c.Unknown, " and "))
	}
	return c.Client
}

// RefuseUnknownTags reports that an object can't be written because the default tags are unknown.
func RefuseUnknownTags(diags *diag.Diagnostics) { refuseUnknown(diags, "default_tags") }

func refuseUnknown(diags *diag.Diagnostics, arguments string) {
	diags.AddError("Provider configuration not known yet",
		fmt.Sprintf("The engine has to be asked, but %s of the provider depends on values that are known only after apply. "+
			"Apply what they depend on first (-target), or give them as variables.", arguments))
}
