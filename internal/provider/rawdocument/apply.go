// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rawdocument

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

func (r *documentResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var config, plan model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	client, collection := r.connection.Use(&resp.Diagnostics), collectionAt(plan.Path, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	declared, writeOnly := decodeObject(plan.Body.ValueString()), decodeObject(config.BodyWO.ValueString())
	sent := merge(declared, writeOnly)
	doc, err := client.Create(ctx, collection, sent)
	switch {
	case doc == nil && engine.IsNotFound(err):
		rejectMissing(collection, err, &resp.Diagnostics)
	case err != nil:
		fail(&resp.Diagnostics, "create", err)
	}
	if doc == nil {
		return
	}
	id, _ := doc["id"].(string)
	plan.ID = types.StringValue(id)
	plan.save(ctx, &resp.State, resp.Identity, &resp.Diagnostics)
	if err == nil {
		savePrivate(ctx, resp.Private, hiddenKey, confirm(ctx, client, collection, id, doc, sent, declared, &resp.Diagnostics), &resp.Diagnostics)
	}
}

func (r *documentResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var config, state, plan model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	client, collection := r.connection.Use(&resp.Diagnostics), collectionAt(plan.Path, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	u := update{
		prior: decodeObject(state.Body.ValueString()), planned: decodeObject(plan.Body.ValueString()),
		writeOnly: decodeObject(config.BodyWO.ValueString()),
		sendAgain: !plan.BodyWOVersion.Equal(state.BodyWOVersion),
	}
	readPrivate(ctx, req.Private, hiddenKey, &u.hidden)
	if isAdopted(ctx, req.Private) {
		u.prior = commonPart(u.prior, u.planned)
	}
	id := state.ID.ValueString()
	doc, err := u.send(ctx, client, collection, id)
	if err != nil {
		fail(&resp.Diagnostics, "update", err)
		return
	}
	resp.Diagnostics.Append(u.diags...)
	plan.save(ctx, &resp.State, resp.Identity, &resp.Diagnostics)
	if !plan.Body.Equal(state.Body) {
		savePrivate(ctx, resp.Private, adoptedKey, false, &resp.Diagnostics)
	}
	if doc != nil {
		hidden := confirm(ctx, client, collection, id, doc, u.sent, u.planned, &resp.Diagnostics)
		savePrivate(ctx, resp.Private, hiddenKey, hidden, &resp.Diagnostics)
	}
}

func (r *documentResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client, collection := r.connection.Use(&resp.Diagnostics), collectionAt(state.Path, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if err := client.Delete(ctx, collection, state.ID.ValueString()); err != nil {
		fail(&resp.Diagnostics, "delete", err)
	}
}

// update is an update of one object. The decide method computes the request body (sent) and the warnings (diags).
type update struct {
	prior, planned, writeOnly object
	sendAgain                 bool     // body_wo_version has changed, so send the write-only values again
	hidden                    []string // keys that the engine accepts but does not return
	sent                      object
	diags                     diag.Diagnostics
}

// send reads the object and sends an update that applies only to the version it has read. If someone else changes the object in the
// meantime, send starts over. It returns the engine's response, or nil if there is nothing to send.
func (u *update) send(ctx context.Context, client *engine.Client, collection engine.Collection, id string) (engine.Document, error) {
	decide := func(current engine.Document) engine.Document {
		u.decide(current)
		return u.sent
	}
	doc, err := client.Revise(ctx, collection, id, engine.Snapshot{}, decide)
	if err != nil {
		return nil, fmt.Errorf("change it: %w", err)
	}
	return doc, nil
}

// decide computes the request body, u.sent, from the engine's current document. The engine replaces the whole value of each top-level key
// in the body, so it would lose write-only values below that key if the body omitted them. Therefore, decide adds all write-only values
// below the top-level keys in the body. If body_wo_version has changed, it adds the write-only values below all other keys, too.
func (u *update) decide(current object) {
	u.diags = nil
	u.sent = computePatch(current, u.prior, u.planned)
	for key, value := range u.writeOnly {
		around, isSent := u.sent[key]
		switch {
		case !isSent && !u.sendAgain:
			continue
		case !isSent:
			around = current[key]
		}
		below, isObject := value.(object)
		if outer, ok := around.(object); isObject && ok {
			value = merge(outer, below)
		}
		u.sent[key] = value
	}
	rivals := slices.DeleteFunc(differingKeys(current, u.prior, u.hidden), func(key string) bool {
		_, isSent := u.sent[key]
		return !isSent
	})
	if len(rivals) > 0 {
		u.diags.AddAttributeWarning(path.Root("body"), "Somebody else has changed the document", fmt.Sprintf("Between plan and apply, somebody "+
			"else or the engine changed these keys: %s. The update replaced their values as planned. If the other value was right, declare it.",
			connection.First(rivals, ", ")))
	}
}

// confirm waits a short time for the engine to return the values that were sent, and warns about keys that still differ. The warning omits
// the values, because they may be secret. confirm returns the declared keys that the engine's document lacks.
func confirm(
	ctx context.Context, client *engine.Client, collection engine.Collection, id string,
	reply engine.Document, sent, declared object, diags *diag.Diagnostics,
) []string {
	unchanged := func(doc engine.Document) []string {
		uncleared := keysWhere(sent, func(key string, value any) bool {
			_, still := declared[key]
			return value == nil && !still && !document.IsEmpty(doc[key])
		})
		return append(differingKeys(doc, declared, hiddenKeys(doc, declared)), uncleared...)
	}
	doc := client.Settle(ctx, collection, id, reply, func(doc engine.Document) bool { return len(unchanged(doc)) == 0 })
	if keys := unchanged(doc); len(keys) > 0 {
		diags.AddAttributeWarning(path.Root("body"), "The engine kept other values", fmt.Sprintf("The engine accepted the request, but kept "+
			"other values of %s. The next plan will show the difference for declared keys.", connection.First(keys, ", ")))
	}
	missing := hiddenKeys(doc, declared)
	if len(missing) > 0 {
		diags.AddAttributeWarning(path.Root("body"), "The engine does not return everything", fmt.Sprintf("The engine accepted %s, but does not "+
			"show it. The engine may not know it, or may hide it. No plan will show a difference of its value.", connection.First(missing, ", ")))
	}
	return missing
}

// fail adds an error for a failed operation, such as "create". Errors about individual fields name the body attribute.
func fail(diags *diag.Diagnostics, operation string, err error) {
	connection.Fail(diags, "document", "documents", operation, err, func([]any) path.Path { return path.Root("body") })
}
