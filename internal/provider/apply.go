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

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/deployment"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// change describes one create, update or delete of an object. For a create, prior is null. For a delete, planned is null.
type change struct {
	config                tftypes.Value   // the only value that contains write-only attributes
	prior, planned, state tftypes.Value   // state is the prior state with all imported attributes; a failed update returns it
	private               *privateData    // the resource's private state, which the apply updates
	sent                  engine.Document // all fields sent to the engine so far
	base                  engine.Document // the engine's document that the update is based on
	tags                  connection.DefaultTags
}

func (c change) noteSent(body engine.Document) { maps.Copy(c.sent, body) }

// applyResult is the result of an apply. If diags contains an error, state reflects what the engine accepted before the error.
type applyResult struct {
	state   tftypes.Value
	private privateData
	diags   diag.Diagnostics
}

func (d *definition) apply(ctx context.Context, conn *connection.Connection, c change) *applyResult {
	operate := d.update
	switch {
	case c.prior.IsNull():
		operate = d.create
	case c.planned.IsNull():
		operate = d.delete
	}
	result := &applyResult{}
	if c.private != nil {
		result.private = *c.private
	}
	c.private, c.sent, c.tags, c.state = &result.private, engine.Document{}, d.defaultTags(conn), c.prior
	c, _ = d.withoutImported(c)
	result.state = operate(ctx, conn, c, &result.diags)
	return result
}

// withoutImported prevents the first update after an import from clearing undeclared attributes. It removes these attributes from the prior
// state and returns their paths. If c is not the first update after an import, withoutImported returns c unchanged.
func (d *definition) withoutImported(c change) (_ change, undeclared []string) {
	if c.prior.IsNull() || c.planned.IsNull() || c.private.isApplied {
		return c, nil
	}
	prior := c.prior
	c.prior, undeclared = d.shape.WithoutUndeclared(prior, c.planned)
	*c.private = c.private.withMarks(d.withTextMarks(c.private.marks, prior, c.planned))
	return c, undeclared
}

// create creates the object with all declared attributes and returns the new state. Some engines accept certain fields only in updates.
// Therefore, if the response lacks a field, create sends the field again in an update.
func (d *definition) create(ctx context.Context, conn *connection.Connection, c change, diags *diag.Diagnostics) tftypes.Value {
	ctx, cancel := d.withTimeout(ctx, c.planned, "create")
	defer cancel()
	finishing, finished := engine.WithGracePeriod(ctx)
	defer finished()
	_, sent := d.withWriteOnly(c)
	col := d.collectionOf(c.planned)
	body := d.createBody(sent)
	addDefaultTags(body, nil, c.tags)
	c.noteSent(body)
	doc, err := conn.Client.Create(ctx, col, body)
	if doc != nil {
		c.planned = tfvalue.WithMember(c.planned, "id", tftypes.NewValue(tftypes.String, documentID(doc)))
	}
	if err != nil {
		d.fail(ctx, diags, "create", err)
		d.reportNameConflict(ctx, conn.Client, c, body, err, diags)
		if doc == nil {
			return c.prior
		}
		return c.planned
	}
	c.private.isApplied = true
	completing := finishing
	if d.Deployable && ctx.Err() == nil {
		completing = ctx // stop waiting at the declared timeout
	}
	doc, err = d.complete(completing, conn, doc, c, diags)
	if err != nil && engine.IsInvalid(err) && !d.Deployable && conn.Client.Delete(finishing, col, documentID(doc)) == nil {
		d.fail(ctx, diags, "create", err) // the incomplete object has been deleted, because every apply would replace it as tainted
		return c.prior
	}
	if err != nil {
		d.fail(ctx, diags, "complete", err)
		return c.planned
	}
	d.compareResult(ctx, conn, diags, doc, c)
	return c.planned
}

// complete sends an update with the planned values that the response to a create (doc) lacks. It returns the object as it is afterwards.
func (d *definition) complete(
	ctx context.Context, conn *connection.Connection, doc engine.Document, c change, diags *diag.Diagnostics,
) (engine.Document, error) {
	untagged := withoutDefaultTags(doc, c.tags, c.planned)
	var err error
	if c.prior, err = d.shape.Project(untagged, c.planned); err != nil {
		return doc, d.withObject(doc, err)
	}
	if d.Deployable {
		return d.completeDeployed(ctx, conn, doc, c, diags)
	}
	prior, sent := d.withWriteOnly(c)
	patch := d.patch(untagged, nil, prior, sent)
	addDefaultTags(patch, doc, c.tags)
	d.keepSecrets(patch, doc, c, diags)
	if len(patch) == 0 {
		return doc, nil
	}
	c.noteSent(patch)
	changed, err := conn.Client.Update(ctx, d.collectionOf(c.planned), documentID(doc), patch)
	if err != nil {
		return doc, err
	}
	return changed, nil
}

// update sends the changed values and returns the new state. If the request body depends on the engine's current document, update reads the
// object first, to preserve list elements that someone else has added since the plan (rival.go).
func (d *definition) update(ctx context.Context, conn *connection.Connection, c change, diags *diag.Diagnostics) tftypes.Value {
	ctx, cancel := d.withTimeout(ctx, c.planned, "update")
	defer cancel()
	id, err := d.idOf(c.prior)
	if err != nil {
		d.fail(ctx, diags, "update", err)
		return c.state
	}
	write := d.revise
	if d.Deployable {
		write = d.setDeployed
	}
	state := c.state
	written, made, err := write(ctx, conn, id, c, diags)
	if err != nil {
		d.failDeployed(ctx, diags, "update", err)
	} else {
		state, c.private.isApplied = c.planned, true
		if written.Document != nil {
			d.compareResult(ctx, conn, diags, written.Document, c.withDecision(made))
		}
	}
	return d.reportRunning(diags, written, state)
}

// revise reads the object and then sends an update. If someone else changes the object between the two requests, revise starts over. If
// there is nothing to send, the result contains no document.
func (d *definition) revise(
	ctx context.Context, conn *connection.Connection, id string, c change, diags *diag.Diagnostics,
) (deployment.Result, decision, error) {
	if !d.shape.NeedsDocument(d.withWriteOnly(c)) {
		if made := d.decide(ctx, nil, c); len(made.patch) == 0 {
			diags.Append(made.diags...)
			return deployment.Result{}, made, nil
		}
	}
	col := d.collectionOf(c.prior)
	var made decision
	decide := func(current engine.Document) engine.Document {
		made = d.decide(ctx, current, c)
		return made.patch
	}
	doc, err := conn.Client.Revise(ctx, col, id, engine.Snapshot{}, decide)
	c.noteSent(made.patch) // the engine has accepted at most the last patch that decide returned
	if err == nil {
		diags.Append(made.diags...)
	}
	return deployment.Result{Document: doc}, made, err
}

func (d *definition) delete(ctx context.Context, conn *connection.Connection, c change, diags *diag.Diagnostics) tftypes.Value {
	ctx, cancel := d.withTimeout(ctx, c.prior, "delete")
	defer cancel()
	id, err := d.idOf(c.prior)
	switch {
	case err != nil:
	case d.Deployable:
		var deployed deployment.Result
		deployed, err = conn.Deployer.Delete(ctx, d.collectionOf(c.prior), id)
		d.warnOfStop(diags, deployed)
	default:
		err = conn.Client.Delete(ctx, d.collectionOf(c.prior), id)
	}
	if err != nil {
		d.failDeployed(ctx, diags, "delete", err)
		return c.prior
	}
	return c.planned
}

// compareResult warns about values that differ from the plan after a write. It waits briefly first, because some engines still return the
// old values right after a write.
func (d *definition) compareResult(
	ctx context.Context, conn *connection.Connection, diags *diag.Diagnostics, doc engine.Document, c change,
) {
	_, sentTags := c.sent[connection.TagsName]
	var hasTags bool
	var differences []lens.Difference
	var uncleared []string
	compare := func() {
		differences = d.shape.Differences(d.shape.WithoutElements(doc, c.planned, c.private.marks), c.planned)
	}
	conn.Client.Settle(ctx, d.collectionOf(c.planned), tfvalue.String(c.planned, "id"), doc, func(read engine.Document) bool {
		hasTags, doc = !sentTags || c.tags.Has(read[connection.TagsName]), withoutDefaultTags(read, c.tags, c.planned)
		compare()
		uncleared = d.shape.Uncleared(doc, c.sent, c.prior, c.planned)
		return hasTags && len(differences) == 0 && len(uncleared) == 0
	})
	if !hasTags {
		diags.AddWarning("The engine kept no default tags",
			"The "+d.Name+" in the engine lacks default tags that the provider has sent. The next update sends them again.")
	}
	if len(differences) > 0 || c.private.marks != nil {
		d.markElements(diags, doc, c)
		compare() // compare again, now that markElements has marked the elements to ignore
	}
	d.warnOfDifferences(diags, append(differences, d.foreignDifferences(doc, c)...))
	for _, name := range uncleared {
		diags.AddAttributeWarning(path.Root(name), "The engine kept what is no longer declared", fmt.Sprintf(
			"The configuration no longer declares %[1]s, so the update cleared it, but the engine kept the old value. "+
				"The provider no longer manages %[1]s. To change the value, declare %[1]s again, or clear it in the engine.", name))
	}
}

func (d *definition) warnOfDifferences(diags *diag.Diagnostics, differences []lens.Difference) {
	for _, difference := range differences[:min(len(differences), connection.MostReported)] {
		at := attributePath(difference.Path)
		kept := "The engine kept " + difference.Engine + " instead of " + difference.Declared
		switch {
		case difference.Key != "":
			kept = fmt.Sprintf("The engine kept a value of the key %s of %s that differs from the declared one", difference.Key, at)
		case difference.Engine == "":
			kept = fmt.Sprintf("The engine kept a value of %s that differs from the declared one", at)
		}
		diags.AddAttributeWarning(at, "The engine kept a different value", kept+". The next plan will show the difference.")
	}
	if more := len(differences) - connection.MostReported; more > 0 {
		diags.AddWarning("The engine kept other values",
			fmt.Sprintf("The engine kept %s. The next plan will show the differences.", document.Count(more, "other value")))
	}
}

// documentID returns the id in an engine document. The id is never empty, because the client rejects documents without an id.
func documentID(doc engine.Document) string {
	id, _ := doc["id"].(string)
	return id
}
