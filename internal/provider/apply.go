// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/tfvalue"
)

// change is what an apply is to do. The prior state of a create is null, and so is the plan of a delete. Only the
// configuration has the values of write-only attributes.
type change struct {
	config, prior, planned tftypes.Value
}

// outcome is what an apply did: the state that holds after it, and what there is to say.
type outcome struct {
	state tftypes.Value
	diags diag.Diagnostics
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
	out.state = operate(ctx, conn, c, &out.diags)
	return out
}

// create sends everything that is declared. The object is in state as soon as it has an id; what the engine's answer lacks
// of the declared fields follows in one update, because an engine may take some fields on update only.
func (d *definition) create(ctx context.Context, conn *connection, c change, diags *diag.Diagnostics) tftypes.Value {
	ctx, cancel := d.bound(ctx, c.planned, "create")
	defer cancel()
	_, sent := d.withWriteOnly(c)
	doc, err := conn.client.Create(ctx, d.collectionOf(c.planned), d.body(sent))
	if err != nil {
		d.fail(ctx, diags, "create", err)
		return c.prior
	}
	c.planned = tfvalue.WithMember(c.planned, "id", tftypes.NewValue(tftypes.String, documentID(doc)))
	doc, err = d.complete(ctx, conn, doc, c, diags)
	if err != nil {
		d.fail(ctx, diags, "complete", err)
		return c.planned
	}
	d.warnOfDifferences(diags, doc, c.planned)
	return c.planned
}

// complete sends what the answer to a create lacks of the plan.
func (d *definition) complete(ctx context.Context, conn *connection, doc engine.Document, c change, diags *diag.Diagnostics) (engine.Document, error) {
	kept, err := d.shape.Project(doc, c.planned)
	if err != nil {
		return doc, err
	}
	c.prior = kept
	prior, sent := d.withWriteOnly(c)
	patch := d.patch(doc, prior, sent)
	d.keepSecrets(patch, doc, c, diags)
	changed, err := d.send(ctx, conn, documentID(doc), patch, c.planned, diags)
	if err != nil || changed == nil {
		return doc, err
	}
	return changed, nil
}

// update sends only what changed. Where elements of arrays change, the engine's current document is read first, so that
// what the configuration does not know of them stays.
func (d *definition) update(ctx context.Context, conn *connection, c change, diags *diag.Diagnostics) tftypes.Value {
	ctx, cancel := d.bound(ctx, c.planned, "update")
	defer cancel()
	id := tfvalue.Text(c.prior, "id")
	prior, sent := d.withWriteOnly(c)
	var current engine.Document
	var err error
	if d.shape.NeedsDocument(prior, sent) {
		if current, err = conn.client.Read(ctx, d.collectionOf(prior), id); err != nil {
			d.fail(ctx, diags, "update", err)
			return c.prior
		}
	}
	patch := d.patch(current, prior, sent)
	d.keepSecrets(patch, current, c, diags)
	doc, err := d.send(ctx, conn, id, patch, c.planned, diags)
	if err != nil {
		d.fail(ctx, diags, "update", err)
		return c.prior
	}
	if doc != nil {
		d.warnOfDifferences(diags, doc, c.planned)
	}
	return c.planned
}

// send sends an update and returns the engine's document, nil when there was nothing to send.
func (d *definition) send(ctx context.Context, conn *connection, id string, patch engine.Document, planned tftypes.Value, diags *diag.Diagnostics) (engine.Document, error) {
	ctx = engine.WithSecrets(ctx, d.shape.Secrets(patch)...)
	if d.Deployable {
		return d.setDeployed(ctx, conn, id, patch, planned, diags)
	}
	if len(patch) == 0 {
		return nil, nil
	}
	return conn.client.Update(ctx, d.collectionOf(planned), id, patch)
}

func (d *definition) delete(ctx context.Context, conn *connection, c change, diags *diag.Diagnostics) tftypes.Value {
	ctx, cancel := d.bound(ctx, c.prior, "delete")
	defer cancel()
	var err error
	if d.Deployable {
		err = d.deleteDeployed(ctx, conn, c.prior, diags)
	} else {
		err = conn.client.Delete(ctx, d.collectionOf(c.prior), tfvalue.Text(c.prior, "id"))
	}
	if err != nil {
		d.fail(ctx, diags, "delete", err)
		return c.prior
	}
	return c.planned
}

func (d *definition) warnOfDifferences(diags *diag.Diagnostics, doc engine.Document, planned tftypes.Value) {
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
}
