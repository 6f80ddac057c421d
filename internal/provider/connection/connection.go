// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package connection has the clients that the provider creates from its configuration. Resources, data sources, list resources and actions
// use them. It imports the client and the packages that are built on the client. Start reading at Connection. default_tags.go adds the
// provider's default tags to documents and removes them. failure.go has advice for errors that can occur with any kind of object.
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

// Connection gives access to one engine. If a provider argument is unknown, Client is nil, and only plans that need no request succeed.
type Connection struct {
	Client   *engine.Client
	Reader   *bulk.Reader         // reads many objects with few requests
	Deployer *deployment.Deployer // starts and stops components

	Unknown     []string    // the names of the unknown provider arguments
	DefaultTags DefaultTags // the provider's default_tags
	TagsUnknown bool        // default_tags is unknown: objects that get them can't be written

	lastRead sync.Map // the last documents of components that this process has read, by id
}

// NoteRead stores doc, the engine's newest document of an object, for LastRead. The caller must not change doc afterwards.
func (c *Connection) NoteRead(id string, doc engine.Document) { c.lastRead.Store(id, doc) }

// LastRead returns the newest document of an object, or nil if this provider process has not read the object.
func (c *Connection) LastRead(id string) engine.Document {
	stored, _ := c.lastRead.Load(id)
	doc, _ := stored.(engine.Document)
	return doc
}

// From converts the provider data that the framework passes to resources. It returns nil if data is nil, as in "terraform validate".
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

// MayDefer reports whether a call can be deferred. That is possible if a provider argument is unknown and Terraform allows deferrals
// (allowed).
func (c *Connection) MayDefer(allowed bool) bool { return allowed && c != nil && len(c.Unknown) > 0 }

// Use returns the client. There is no client while a provider argument is unknown: then Use returns nil and adds an error to diags.
func (c *Connection) Use(diags *diag.Diagnostics) *engine.Client {
	if c == nil {
		diags.AddError("Provider not configured",
			"A request to the engine is needed before the provider was configured. This is a bug of the provider.")
		return nil
	}
	if c.Client == nil {
		rejectUnknown(diags, strings.Join(c.Unknown, " and "))
	}
	return c.Client
}

// RejectUnknownTags adds an error: the object can't be created or updated while the provider's default_tags are unknown.
func RejectUnknownTags(diags *diag.Diagnostics) { rejectUnknown(diags, "default_tags") }

func rejectUnknown(diags *diag.Diagnostics, arguments string) {
	diags.AddError("Provider configuration not known yet",
		fmt.Sprintf("The engine has to be asked, but %s of the provider depends on values that are known only after apply. "+
			"Apply what they depend on first (-target), or give them as variables.", arguments))
}
