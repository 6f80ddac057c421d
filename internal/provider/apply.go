// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/redact"
	"github.com/engine-platform/terraform-provider-engine/internal/tfvalue"
)

// change is what an apply is to do. The prior state of a create is null, and so is the plan of a delete. Only the
// configuration has the values of write-only attributes.
type change struct {
	config, prior, planned tftypes.Value
	memory                 *memory // of an object that runs; the apply brings it up to date
}

// outcome is what an apply did: the state that holds after it, and what there is to say.
type outcome struct {
	state  tftypes.Value
	memory memory
	diags  diag.Diagnostics
}

// apply carries out a change in the engine.
func (d *definition) apply(ctx context.Context, conn *connection, c change) *outcome {
	operate := d.update
	switch {
	case c.prior.IsNull():
		operate = d.create
	case c.planned.IsNull():
		operate = d.delete
	}
	ctx = d.withSecrets(ctx, c)
	out := &outcome{}
	if c.memory != nil {
		out.memory = *c.memory
	}
	c.memory = &out.memory
	out.state = operate(ctx, conn, c, &out.diags)
	return out
}

// create sends everything that is declared. The object is in state as soon as it has an id; what the engine's answer lacks
// of the declared fields follows in one update, because an engine may take some fields on update only.
func (d *definition) create(ctx context.Context, conn *connection, c change, diags *diag.Diagnostics) tftypes.Value {
	ctx, cancel := d.bound(ctx, c.planned, "create")
	defer cancel()
	_, sent := d.withWriteOnly(c)
	col := d.collectionOf(c.planned)
	doc, err := conn.client.Create(ctx, col, d.body(sent))
	if err != nil {
		d.fail(ctx, diags, "create", err)
		if doc == nil {
			return c.prior
		}
		return withID(c.planned, doc)
	}
	c.planned = withID(c.planned, doc)
	doc, err = d.complete(ctx, conn, doc, c, diags)
	if err != nil && engine.IsInvalid(err) && !d.Deployable && conn.client.Delete(ctx, col, tfvalue.Text(c.planned, "id")) == nil {
		d.fail(ctx, diags, "create", err) // An object with other values than declared would be replaced by every apply.
		return c.prior
	}
	if err != nil {
		d.fail(ctx, diags, "complete", err)
		return c.planned
	}
	d.warnOfDifferences(ctx, conn, diags, doc, c.planned)
	return c.planned
}

func withID(view tftypes.Value, doc engine.Document) tftypes.Value {
	return tfvalue.WithMember(view, "id", tftypes.NewValue(tftypes.String, documentID(doc)))
}

// complete sends what the answer to a create lacks of the plan.
func (d *definition) complete(ctx context.Context, conn *connection, doc engine.Document, c change, diags *diag.Diagnostics) (engine.Document, error) {
	kept, err := d.shape.Project(doc, c.planned)
	if err != nil {
		return doc, d.named(doc, err)
	}
	c.prior = kept
	if d.Deployable {
		return d.completeDeployed(ctx, conn, doc, c, diags)
	}
	prior, sent := d.withWriteOnly(c)
	patch := d.patch(doc, prior, sent)
	d.keepSecrets(patch, doc, c, diags)
	changed, err := d.send(ctx, conn, documentID(doc), patch, c.planned)
	if err != nil || changed == nil {
		return doc, err
	}
	return changed, nil
}

// update sends only what changed. Where elements of arrays change, the engine's current document is read first, so that
// what the configuration does not know of them stays (rival.go).
func (d *definition) update(ctx context.Context, conn *connection, c change, diags *diag.Diagnostics) tftypes.Value {
	ctx, cancel := d.bound(ctx, c.planned, "update")
	defer cancel()
	id, err := d.idOf(c.prior)
	if err != nil {
		d.fail(ctx, diags, "update", err)
		return c.prior
	}
	if d.Deployable {
		return d.updateDeployed(ctx, conn, c, diags)
	}
	doc, made, err := d.revise(ctx, conn, id, c)
	if err != nil {
		d.fail(ctx, diags, "update", err)
		return c.prior
	}
	diags.Append(made.diags...)
	if doc != nil {
		d.warnOfDifferences(ctx, conn, diags, doc, made.expected)
	}
	return c.planned
}

// revise decides on an update and sends it. Fields that are no arrays or objects are sent as they are planned: they touch nothing
// else, so that the document need not be read for them. All else is made of the document, and is taken of that version alone
// where the engine knows versions; a newer one is decided on anew. The document is nil when there was nothing to send.
func (d *definition) revise(ctx context.Context, conn *connection, id string, c change) (engine.Document, decision, error) {
	if !d.shape.NeedsDocument(d.withWriteOnly(c)) {
		made := d.decide(ctx, nil, c)
		doc, err := d.send(ctx, conn, id, made.patch, c.planned)
		return doc, made, err
	}
	col := d.collectionOf(c.prior)
	seen, err := conn.client.Snapshot(ctx, col, id)
	if err != nil {
		return nil, decision{}, err
	}
	var made decision
	doc, err := conn.client.Revise(ctx, col, id, seen, func(ctx context.Context, current engine.Document) (context.Context, engine.Document) {
		made = d.decide(ctx, current, c)
		return redact.WithSecrets(ctx, d.shape.Secrets(made.patch)...), made.patch
	})
	return doc, made, err
}

// send sends an update and returns the engine's document, nil when there was nothing to send.
func (d *definition) send(ctx context.Context, conn *connection, id string, patch engine.Document, planned tftypes.Value) (engine.Document, error) {
	ctx = redact.WithSecrets(ctx, d.shape.Secrets(patch)...)
	if len(patch) == 0 {
		return nil, nil
	}
	return conn.client.Update(ctx, d.collectionOf(planned), id, patch)
}

func (d *definition) delete(ctx context.Context, conn *connection, c change, diags *diag.Diagnostics) tftypes.Value {
	ctx, cancel := d.bound(ctx, c.prior, "delete")
	defer cancel()
	id, err := d.idOf(c.prior)
	switch {
	case err != nil:
	case d.Deployable:
		err = d.deleteDeployed(ctx, conn, c.prior, diags)
	default:
		err = conn.client.Delete(ctx, d.collectionOf(c.prior), id)
	}
	if err != nil {
		d.failDeployed(ctx, diags, "delete", err)
		return c.prior
	}
	return c.planned
}

// warnOfDifferences says where the engine keeps other values than it was sent, once it had the time to show them.
func (d *definition) warnOfDifferences(ctx context.Context, conn *connection, diags *diag.Diagnostics, doc engine.Document, planned tftypes.Value) {
	doc = conn.client.Settle(ctx, d.collectionOf(planned), tfvalue.Text(planned, "id"), doc, func(doc engine.Document) bool {
		return len(d.shape.Differences(doc, planned)) == 0
	})
	for _, difference := range d.shape.Differences(doc, planned) {
		at := attributePath(difference.Path)
		kept := "The engine kept " + difference.Engine + " instead of " + difference.Declared
		switch {
		case difference.Key != "":
			kept = fmt.Sprintf("The engine kept another value of the key %s of %s than the declared one", difference.Key, at)
		case difference.Engine == "":
			kept = fmt.Sprintf("The engine kept another value of %s than the declared one", at)
		}
		diags.AddAttributeWarning(at, "The engine kept another value", kept+". The next plan will show the difference.")
	}
	d.warnOfForeignTexts(diags, doc, planned)
}

// documentID is the id that the engine gave an object; the client refuses documents without one.
func documentID(doc engine.Document) string {
	id, _ := doc["id"].(string)
	return id
}
