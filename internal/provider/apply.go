// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// change is what an apply is to do. The prior state of a create is null, and so is the plan of a delete. Only the
// configuration has the values of write-only attributes.
type change struct {
	config, prior, planned tftypes.Value
	state                  tftypes.Value   // what stays if an update fails: the prior state with what was never declared
	memory                 *memory         // the apply brings it up to date
	sent                   engine.Document // the fields that were sent, filled by the apply
	seen                   engine.Document // what an update was made of
	tags                   connection.DefaultTags
}

// sends notes what a request is about to send.
func (c change) sends(body engine.Document) engine.Document {
	maps.Copy(c.sent, body)
	return body
}

// outcome is what an apply did: the state that holds after it, and what there is to say.
type outcome struct {
	state  tftypes.Value
	memory memory
	diags  diag.Diagnostics
}

// apply carries out a change in the engine.
func (d *definition) apply(ctx context.Context, conn *connection.Connection, c change) *outcome {
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
	c.memory, c.sent, c.tags, c.state = &out.memory, engine.Document{}, d.defaultTags(conn), c.prior
	c, _ = d.withoutImported(c)
	out.state = operate(ctx, conn, c, &out.diags)
	return out
}

// withoutImported returns a change whose prior view has only what the planned one declares, if the object was imported and not updated
// since: the rest stays in the engine. left are the places of the rest.
func (d *definition) withoutImported(c change) (_ change, left []string) {
	if c.prior.IsNull() || c.planned.IsNull() || c.memory.isApplied {
		return c, nil
	}
	prior := c.prior
	c.prior, left = d.shape.WithoutUndeclared(prior, c.planned)
	*c.memory = c.memory.withElements(d.ownTexts(c.memory.elements(), prior, c.planned))
	return c, left
}

// create sends everything that is declared. The object is in state as soon as it has an id; what the engine's answer lacks
// of the declared fields follows in one update, because an engine may take some fields on update only.
func (d *definition) create(ctx context.Context, conn *connection.Connection, c change, diags *diag.Diagnostics) tftypes.Value {
	ctx, cancel := d.bound(ctx, c.planned, "create")
	defer cancel()
	finishing, finished := engine.Finishing(ctx)
	defer finished()
	_, sent := d.withWriteOnly(c)
	col := d.collectionOf(c.planned)
	body := d.body(sent)
	addDefaultTags(body, nil, c.tags)
	doc, err := conn.Client.Create(ctx, col, c.sends(body))
	if err != nil {
		d.fail(ctx, diags, "create", err)
		if doc == nil {
			return c.prior
		}
		return withID(c.planned, doc)
	}
	c.planned, c.memory.isApplied = withID(c.planned, doc), true
	completing := finishing
	if d.Deployable && ctx.Err() == nil {
		completing = ctx // which bounds the waits, and whose end leaves a request that was sent its time
	}
	doc, err = d.complete(completing, conn, doc, c, diags)
	if err != nil && engine.IsInvalid(err) && !d.Deployable && conn.Client.Delete(finishing, col, tfvalue.Text(c.planned, "id")) == nil {
		d.fail(ctx, diags, "create", err) // An object with other values than declared would be replaced by every apply.
		return c.prior
	}
	if err != nil {
		d.fail(ctx, diags, "complete", err)
		return c.planned
	}
	d.compareAnswer(ctx, conn, diags, doc, c)
	return c.planned
}

func withID(view tftypes.Value, doc engine.Document) tftypes.Value {
	return tfvalue.WithMember(view, "id", tftypes.NewValue(tftypes.String, documentID(doc)))
}

// complete sends what the answer to a create lacks of the plan.
func (d *definition) complete(ctx context.Context, conn *connection.Connection, doc engine.Document, c change, diags *diag.Diagnostics) (engine.Document, error) {
	bare := withoutDefaultTags(doc, c.tags, c.planned)
	kept, err := d.shape.Project(bare, c.planned)
	if err != nil {
		return doc, d.named(doc, err)
	}
	c.prior = kept
	if d.Deployable {
		return d.completeDeployed(ctx, conn, doc, c, diags)
	}
	prior, sent := d.withWriteOnly(c)
	patch := d.patch(bare, nil, prior, sent)
	addDefaultTags(patch, doc, c.tags)
	d.keepSecrets(patch, doc, c, diags)
	changed, err := d.send(ctx, conn, documentID(doc), c.sends(patch), c.planned)
	if err != nil || changed == nil {
		return doc, err
	}
	return changed, nil
}

// update sends only what changed. The engine's current document is read first, so that what the configuration does not know of
// it stays (rival.go).
func (d *definition) update(ctx context.Context, conn *connection.Connection, c change, diags *diag.Diagnostics) tftypes.Value {
	ctx, cancel := d.bound(ctx, c.planned, "update")
	defer cancel()
	id, err := d.idOf(c.prior)
	if err != nil {
		d.fail(ctx, diags, "update", err)
		return c.state
	}
	if d.Deployable {
		return d.updateDeployed(ctx, conn, c, diags)
	}
	doc, made, err := d.revise(ctx, conn, id, c)
	if err != nil {
		d.fail(ctx, diags, "update", err)
		return c.state
	}
	c.memory.isApplied = true
	diags.Append(made.diags...)
	if doc != nil {
		d.compareAnswer(ctx, conn, diags, doc, c.expecting(made))
	}
	return c.planned
}

// revise decides on an update and sends it, made of the document that is read just before: what somebody else did since the plan
// is told, and the update is taken of that version alone where the engine knows versions. A newer one is decided on anew. The
// document is nil when there was nothing to send; a plan that only spells its values otherwise asks for nothing either.
func (d *definition) revise(ctx context.Context, conn *connection.Connection, id string, c change) (engine.Document, decision, error) {
	if !d.shape.NeedsDocument(d.withWriteOnly(c)) {
		if made := d.decide(ctx, nil, c); len(made.patch) == 0 {
			return nil, made, nil
		}
	}
	col := d.collectionOf(c.prior)
	seen, err := conn.Client.Snapshot(ctx, col, id)
	if err != nil {
		return nil, decision{}, err
	}
	var made decision
	doc, err := conn.Client.Revise(ctx, col, id, seen, func(ctx context.Context, current engine.Document) (context.Context, engine.Document) {
		made = d.decide(ctx, current, c)
		return redact.WithSecrets(ctx, d.shape.Secrets(made.patch)...), made.patch
	})
	c.sends(made.patch) // the last decision; those before were refused
	return doc, made, err
}

// send sends an update and returns the engine's document, nil when there was nothing to send.
func (d *definition) send(ctx context.Context, conn *connection.Connection, id string, patch engine.Document, planned tftypes.Value) (engine.Document, error) {
	ctx = redact.WithSecrets(ctx, d.shape.Secrets(patch)...)
	if len(patch) == 0 {
		return nil, nil
	}
	return conn.Client.Update(ctx, d.collectionOf(planned), id, patch)
}

func (d *definition) delete(ctx context.Context, conn *connection.Connection, c change, diags *diag.Diagnostics) tftypes.Value {
	ctx, cancel := d.bound(ctx, c.prior, "delete")
	defer cancel()
	id, err := d.idOf(c.prior)
	switch {
	case err != nil:
	case d.Deployable:
		err = d.deleteDeployed(ctx, conn, c.prior, diags)
	default:
		err = conn.Client.Delete(ctx, d.collectionOf(c.prior), id)
	}
	if err != nil {
		d.failDeployed(ctx, diags, "delete", err)
		return c.prior
	}
	return c.planned
}

// compareAnswer compares what the engine holds after a write with what is planned, once it had the time to show it.
func (d *definition) compareAnswer(ctx context.Context, conn *connection.Connection, diags *diag.Diagnostics, doc engine.Document, c change) {
	known := c.memory.elements()
	doc = conn.Client.Settle(ctx, d.collectionOf(c.planned), tfvalue.Text(c.planned, "id"), doc, func(doc engine.Document) bool {
		tagged := c.tags.Has(doc[connection.TagsName])
		doc = withoutDefaultTags(doc, c.tags, c.planned)
		return tagged && len(d.shape.Differences(d.shape.WithoutElements(doc, c.planned, known), c.planned)) == 0 &&
			len(d.shape.Uncleared(doc, c.sent, c.prior, c.planned)) == 0
	})
	if !c.tags.Has(doc[connection.TagsName]) {
		diags.AddWarning("The engine kept no default tags", "The "+d.Name+" lacks tags of the provider's default_tags that were sent. They are sent again with its next change.")
	}
	doc = withoutDefaultTags(doc, c.tags, c.planned)
	d.noteElements(diags, doc, c)
	d.warnOfDifferences(diags, doc, c.memory.elements(), c.planned)
	for _, name := range d.shape.Uncleared(doc, c.sent, c.prior, c.planned) {
		diags.AddAttributeWarning(path.Root(name), "The engine kept what is no longer declared", fmt.Sprintf("%[1]s was to be cleared, because the configuration "+
			"does not declare it any more, and the engine kept its value. It is not managed from now on. Declare the %[1]s that it is to have, or clear it in the engine.", name))
	}
}

// warnOfDifferences says where the engine keeps other values than it was sent.
func (d *definition) warnOfDifferences(diags *diag.Diagnostics, doc engine.Document, own map[string][]string, planned tftypes.Value) {
	doc = d.shape.WithoutElements(doc, planned, own)
	differences := d.shape.Differences(doc, planned)
	for i, difference := range differences {
		if i == connection.MostReported {
			diags.AddWarning("The engine kept other values",
				fmt.Sprintf("%d more values differ from the declared ones. The next plan will show the differences.", len(differences)-i))
			break
		}
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
	d.warnOfForeignTexts(diags, doc, own, planned)
}

// documentID is the id that the engine gave an object; the client refuses documents without one.
func documentID(doc engine.Document) string {
	id, _ := doc["id"].(string)
	return id
}
