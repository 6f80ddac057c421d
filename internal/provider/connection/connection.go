// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package connection contains the clients that the provider creates from its configuration, and error messages that all kinds of objects
// share. The package imports engine and its subdirectories. Start reading at Connection.
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

// Connection provides access to one engine. Client is nil if a provider argument such as base_url is unknown.
type Connection struct {
	Client   *engine.Client
	Reader   *bulk.Reader         // reads objects, possibly many with one request
	Deployer *deployment.Deployer // starts and stops components

	Unknown     []string    // names of the provider arguments whose values are unknown
	DefaultTags DefaultTags // the value of the provider's default_tags argument
	TagsUnknown bool        // default_tags is unknown, so objects with tags can't be created or updated

	lastRead sync.Map // the latest document of each component, by id
}

// NoteRead stores the latest document of an object for LastRead. The caller must not modify doc afterwards.
func (c *Connection) NoteRead(id string, doc engine.Document) { c.lastRead.Store(id, doc) }

// LastRead returns the latest document that this process has read for an object, or nil if it hasn't read the object.
func (c *Connection) LastRead(id string) engine.Document {
	stored, _ := c.lastRead.Load(id)
	doc, _ := stored.(engine.Document)
	return doc
}

// From returns the Connection that the framework passes to resources, or nil if data is nil, as during "terraform validate".
func From(data any, diags *diag.Diagnostics) *Connection {
	if data == nil {
		return nil
	}
	c, ok := data.(*Connection)
	if !ok {
		diags.AddError("Unexpected provider data", fmt.Sprintf("Expected a connection, got %T. This is a bug in the provider.", data))
	}
	return c
}

// MayDefer reports whether a call can be deferred. This requires that a provider argument is unknown, and that Terraform allows deferrals.
func (c *Connection) MayDefer(allowed bool) bool { return allowed && c != nil && len(c.Unknown) > 0 }

// Use returns the client. If a provider argument is unknown, it returns nil and adds an error to diags.
func (c *Connection) Use(diags *diag.Diagnostics) *engine.Client {
	if c == nil {
		diags.AddError("Provider not configured",
			"A request to the engine is needed before the provider was configured. This is a bug in the provider.")
		return nil
	}
	if c.Client == nil {
		rejectUnknown(diags, strings.Join(c.Unknown, " and "))
	}
	return c.Client
}

// RejectUnknownTags adds an error for a create or update that can't proceed because the provider's default_tags argument is unknown.
func RejectUnknownTags(diags *diag.Diagnostics) { rejectUnknown(diags, "default_tags") }

func rejectUnknown(diags *diag.Diagnostics, arguments string) {
	diags.AddError("Provider configuration not known yet",
		fmt.Sprintf("The provider has to call the engine, but its %s depends on values that are known only after apply. "+
			"First apply the resources that it depends on (-target), or set it with a variable.", arguments))
}
