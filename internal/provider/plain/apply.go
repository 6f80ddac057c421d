// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package plain

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

func (r *documentResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var config, plan model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	client := r.connection.Use(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	collection, err := engine.Plain(plan.Path.ValueString())
	if err != nil {
		resp.Diagnostics.AddAttributeError(path.Root("path"), "Not the path of a collection", "path "+err.Error()+".")
		return
	}
	declared, hidden := decoded(plan.Body.ValueString()), decoded(config.BodyWO.ValueString())
	body := merged(declared, hidden)
	ctx = withSecrets(ctx, hidden, declared)
	doc, err := client.Create(ctx, collection, body)
	if err != nil {
		fail(&resp.Diagnostics, "create", err)
	}
	if doc == nil {
		return
	}
	id, _ := doc["id"].(string)
	plan.ID = types.StringValue(id)
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	if resp.Identity != nil {
		resp.Diagnostics.Append(resp.Identity.Set(ctx, plan.identity())...)
	}
	if err == nil {
		silent := compare(ctx, client, collection, id, doc, body, declared, &resp.Diagnostics)
		note(ctx, resp.Private, silentKey, silent, &resp.Diagnostics)
	}
}

func (r *documentResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var config, state, plan model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	client := r.connection.Use(&resp.Diagnostics)
	adopted := isAdopted(ctx, req.Private, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	collection, err := engine.Plain(plan.Path.ValueString())
	if err != nil {
		fail(&resp.Diagnostics, "update", fmt.Errorf("the path %w", err))
		return
	}
	u := update{
		silent: silentKeys(ctx, req.Private, &resp.Diagnostics),
		prior:  decoded(state.Body.ValueString()), planned: decoded(plan.Body.ValueString()), hidden: decoded(config.BodyWO.ValueString()),
		again: !plan.BodyWOVersion.Equal(state.BodyWOVersion),
	}
	if adopted {
		u.prior = onlyOf(u.prior, u.planned)
	}
	ctx = withSecrets(ctx, u.hidden, u.planned)
	id := state.ID.ValueString()
	doc, err := u.send(ctx, client, collection, id)
	if err != nil {
		fail(&resp.Diagnostics, "update", err)
		return
	}
	resp.Diagnostics.Append(u.diags...)
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	if !plan.Body.Equal(state.Body) {
		note(ctx, resp.Private, adoptedKey, false, &resp.Diagnostics)
	}
	if resp.Identity != nil {
		resp.Diagnostics.Append(resp.Identity.Set(ctx, plan.identity())...)
	}
	if doc != nil {
		silent := compare(ctx, client, collection, id, doc, u.sent, u.planned, &resp.Diagnostics)
		note(ctx, resp.Private, silentKey, silent, &resp.Diagnostics)
	}
}

func (r *documentResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client := r.connection.Use(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	collection, err := engine.Plain(state.Path.ValueString())
	if err == nil {
		err = client.Delete(ctx, collection, state.ID.ValueString())
	}
	if err != nil {
		fail(&resp.Diagnostics, "delete", err)
	}
}

// update is the change of one object.
type update struct {
	prior, planned, hidden object
	again                  bool // what is hidden is another version
	silent                 []string
	sent                   object
	diags                  diag.Diagnostics
}

// send decides on an update of the object as it is now, and of that version alone where the engine knows versions. The document is
// nil when there was nothing to send.
func (u *update) send(ctx context.Context, client *engine.Client, collection engine.Collection, id string) (engine.Document, error) {
	doc, err := client.Revise(ctx, collection, id, engine.Snapshot{}, func(ctx context.Context, current engine.Document) (context.Context, engine.Document) {
		u.decide(current)
		return redact.WithSecrets(ctx, secretsIn(current)...), u.sent
	})
	if err != nil {
		return nil, fmt.Errorf("change it: %w", err)
	}
	return doc, nil
}

// decide makes the body of the update. What is hidden goes along with the keys that it is within.
func (u *update) decide(current object) {
	u.diags = nil
	u.sent = patched(current, u.prior, u.planned)
	for key, value := range u.hidden {
		_, goes := u.sent[key]
		if !goes && !u.again {
			continue
		}
		below, isObject := value.(object)
		within, ok := u.sent[key].(object)
		if !goes {
			within, ok = current[key].(object)
		}
		if isObject && ok {
			value = merged(within, below)
		}
		u.sent[key] = value
	}
	var rivals []string
	for _, key := range differing(current, u.prior, u.silent) {
		if _, goes := u.sent[key]; goes {
			rivals = append(rivals, key)
		}
	}
	if len(rivals) > 0 {
		u.diags.AddAttributeWarning(path.Root("body"), "Somebody else has changed the document", fmt.Sprintf("Between plan and apply somebody else, or "+
			"the engine, changed what this update is about, and the update was made over it as planned: %s. If the other value was right, declare it.", connection.First(rivals, ", ")))
	}
}

// onlyOf is a body without what another one does not have.
func onlyOf(body, other object) object {
	result := object{}
	for key, value := range body {
		theirs, has := other[key]
		if !has {
			continue
		}
		below, isObject := theirs.(object)
		if mine, ok := value.(object); isObject && ok {
			value = onlyOf(mine, below)
		}
		result[key] = value
	}
	return result
}

// withSecrets tells the client what must not come back in an error or a log.
func withSecrets(ctx context.Context, hidden, declared object) context.Context {
	return redact.WithSecrets(ctx, append(secretsIn(declared), any(hidden))...)
}

// compare says where the engine keeps other values than it was sent, once it had the time to show them. The values themselves may be
// secret. It gives the keys of which the engine is silent.
func compare(ctx context.Context, client *engine.Client, collection engine.Collection, id string, answer engine.Document, sent, declared object, diags *diag.Diagnostics) []string {
	kept := func(doc engine.Document) []string {
		keys := differing(doc, declared, unanswered(doc, declared))
		for key, value := range sent {
			if _, still := declared[key]; value == nil && !still && !document.IsEmpty(doc[key]) {
				keys = append(keys, key)
			}
		}
		slices.Sort(keys)
		return keys
	}
	doc := client.Settle(ctx, collection, id, answer, func(doc engine.Document) bool { return len(kept(doc)) == 0 })
	if keys := kept(doc); len(keys) > 0 {
		diags.AddAttributeWarning(path.Root("body"), "The engine kept other values", fmt.Sprintf("The engine kept other values of %s than it was sent. "+
			"The next plan will show the difference of what is declared.", connection.First(keys, ", ")))
	}
	silent := unanswered(doc, declared)
	if len(silent) > 0 {
		diags.AddAttributeWarning(path.Root("body"), "The engine does not answer everything", fmt.Sprintf("The engine took %s and does not show it. It may not "+
			"know it, or keep it to itself: no plan will show another value of it.", connection.First(silent, ", ")))
	}
	return silent
}

// fail reports an error of an operation. What the engine says of a field comes on the body.
func fail(diags *diag.Diagnostics, operation string, err error) {
	summary := fmt.Sprintf("Could not %s the document", operation)
	var refused *engine.Error
	hint := connection.Hint("object", "objects", operation, err)
	switch {
	case hint != "":
		diags.AddError(summary, err.Error()+"\n\n"+hint)
	case errors.As(err, &refused) && len(refused.Fields) > 0:
		var lines []string
		for _, field := range refused.Fields {
			lines = append(lines, fmt.Sprintf("%s: %s", placeOf(field.Path), strings.Join(field.Messages, " ")))
		}
		diags.AddAttributeError(path.Root("body"), summary, fmt.Sprintf("%s %s answered %d. The engine refused %s", refused.Method, refused.Path, refused.Status, connection.First(lines, "; ")))
	default:
		diags.AddError(summary, err.Error())
	}
}

// placeOf writes the place of a field that the engine refused.
func placeOf(steps []any) string {
	texts := make([]string, len(steps))
	for i, step := range steps {
		texts[i] = fmt.Sprint(step)
	}
	return strings.Join(texts, ".")
}
