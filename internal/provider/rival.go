// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// Someone else may change an object between plan and apply. An update keeps list elements that someone else has added. It overwrites other
// changes only in attributes that the plan changes, too. In both cases, the provider only warns, because an error would stop the apply
// halfway.

type decision struct {
	patch engine.Document // the request body
	base  engine.Document // the engine's document from which patch was computed
	// expected is the expected state after the update. It contains the planned state and list elements that someone else added after the
	// plan.
	expected tftypes.Value
	// diags contains warnings for the caller to report after the engine has accepted the update.
	diags diag.Diagnostics
}

// withDecision returns a copy of c that contains the expected state from a decision and the document on which the decision is based. The
// provider later compares the engine's response with them.
func (c change) withDecision(made decision) change {
	c.planned, c.base = made.expected, made.base
	return c
}

// decide computes an update's request body and warnings. current is the engine's document, or nil if the update does not depend on it.
func (d *definition) decide(ctx context.Context, current engine.Document, c change) decision {
	prior, sent := d.withWriteOnly(c)
	made := decision{base: current, expected: c.planned}
	marks := c.private.marks
	untagged := withoutDefaultTags(current, c.tags, c.prior)
	if current != nil {
		var rivals []lens.Rival
		theirs := d.withoutDerived(d.shape.WithoutElements(untagged, c.prior, marks), d.shape.Null(), false)
		made.expected, rivals = d.shape.Reconcile(theirs, c.prior, c.planned)
		sent, _ = d.shape.Reconcile(theirs, c.prior, sent)
		d.warnOfRivals(ctx, &made.diags, rivals, c.planned)
	}
	made.patch = d.patch(untagged, marks, prior, sent)
	if current != nil {
		if !d.Deployable || len(made.patch) > 0 { // do not stop a component only to add missing default tags
			addDefaultTags(made.patch, current, c.tags)
		}
		d.warnOfReplacedTexts(ctx, &made.diags, current, c, made.patch)
	}
	d.keepSecrets(made.patch, current, c, &made.diags)
	return made
}

// warnOfRivals adds warnings about rivals, which are changes that someone else made between plan and apply.
func (d *definition) warnOfRivals(ctx context.Context, diags *diag.Diagnostics, rivals []lens.Rival, planned tftypes.Value) {
	var added, overwritten warningLines
	for _, rival := range rivals {
		at, lines := attributePath(rival.Path), &overwritten
		var line string
		switch {
		case rival.Kind == lens.Added:
			line, lines = describeElement(rival), &added
			if name, _ := rival.Path[0].(string); !tfvalue.IsDeclared(tfvalue.Member(planned, name)) {
				line += " (no longer declared, so no plan will show it)"
			}
		case rival.Kind == lens.Removed:
			line = describeElement(rival) + " had been deleted and was created again"
		case rival.Kind == lens.ChangedRemoved:
			line = describeElement(rival) + " had been changed and was removed as planned"
		case rival.Key != "":
			line = fmt.Sprintf("the key %s of %s was set to what is planned (the values may be secret)", rival.Key, at)
		case rival.Engine == "":
			line = fmt.Sprintf("%s was set to what is planned (the values may be secret)", at)
		default:
			line = fmt.Sprintf("%s was %s and is now %s", at, rival.Engine, rival.Declared)
		}
		lines.add(ctx, rival.Path, line)
	}
	added.warn(diags, "Somebody else has added to the "+d.Name, fmt.Sprintf("After the plan was made, somebody else added to "+
		"the %s: %%s. An apply removes nothing that its plan did not show, so it was kept. The next plan shows it as drift. To keep "+
		"it, declare it; to remove it, apply the next plan.", d.Name))
	d.warnOverwritten(diags, overwritten)
}

func (d *definition) warnOverwritten(diags *diag.Diagnostics, lines warningLines) {
	lines.warn(diags, "Somebody else has changed the "+d.Name, "Between plan and apply, somebody else or the engine changed values "+
		"that this update changes too. The update replaced them as planned: %s. If the other value was right, declare it.")
}

// warnOfReplacedTexts warns if the update overwrites a string, such as query_plain, that someone else has changed since the last read.
func (d *definition) warnOfReplacedTexts(
	ctx context.Context, diags *diag.Diagnostics, current engine.Document, c change, patch engine.Document,
) {
	if _, sent := patch[d.Derived.List]; !sent {
		return
	}
	var lines warningLines
	for _, text := range d.replacedStrings(current, c.private.marks, c.prior) {
		key := tfvalue.String(tfvalue.List(c.prior, d.Derived.List)[text.item], d.Derived.Key)
		lines.add(ctx, []any{d.Derived.List}, fmt.Sprintf("%s of the item %q was %q and is derived again", text.name, key, text.engine))
	}
	d.warnOverwritten(diags, lines)
}

func describeElement(rival lens.Rival) string {
	if rival.Element == "" {
		return fmt.Sprintf("an element of %s", attributePath(rival.Path))
	}
	return fmt.Sprintf("the element %s of %s", rival.Element, attributePath(rival.Path))
}

type warningLines struct {
	at    []any // the path of the first line
	lines []string
}

// add appends a line about the value at the given path. It removes secrets that ctx contains (secret.go) from the line.
func (w *warningLines) add(ctx context.Context, at []any, line string) {
	if len(w.lines) == 0 {
		w.at = at
	}
	w.lines = append(w.lines, redact.Redactor{}.With(ctx).Line(line, redact.MaxMessage))
}

func (w *warningLines) warn(diags *diag.Diagnostics, summary, detail string) {
	if len(w.lines) > 0 {
		diags.AddAttributeWarning(attributePath(w.at), summary, fmt.Sprintf(detail, connection.First(w.lines, "; ")))
	}
}
