// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// Between a plan and its apply somebody else may write. An update then does what the plan showed and no more: elements that it
// did not show to go are kept. A value that both changed is what the configuration declares, for that is what it means to declare one;
// an error would leave the apply half done and show the same change again in the next plan. Both are told, and what was
// overwritten is quoted, so that nothing is lost without a word.

// decision is what an update sends, made of the engine's document as it was read.
type decision struct {
	patch engine.Document
	seen  engine.Document // what it was made of
	// expected is the planned view with what somebody else added and the update keeps.
	expected tftypes.Value
	// diags are for when the engine has taken the patch.
	diags diag.Diagnostics
}

// expecting is a change after which the engine also has what an update kept.
func (c change) expecting(made decision) change {
	c.planned, c.seen = made.expected, made.seen
	return c
}

// decide makes an update of the engine's document, nil where it need not be known.
func (d *definition) decide(ctx context.Context, current engine.Document, c change) decision {
	prior, sent := d.withWriteOnly(c)
	made := decision{seen: current, expected: c.planned}
	bare := withoutDefaultTags(current, c.tags, c.prior)
	if current != nil {
		var rivals []lens.Rival
		theirs := d.withoutDerived(d.shape.WithoutElements(bare, c.prior, c.memory.elements()), d.shape.Null())
		made.expected, rivals = d.shape.Reconcile(theirs, c.prior, c.planned)
		sent, _ = d.shape.Reconcile(theirs, c.prior, sent)
		d.warnOfAdded(ctx, &made.diags, rivals, c.planned)
		d.warnOfOverwritten(ctx, &made.diags, rivals)
	}
	made.patch = d.patch(bare, c.memory.elements(), prior, sent)
	if current != nil && (!d.Deployable || len(made.patch) > 0) { // nothing is stopped for them alone
		addDefaultTags(made.patch, current, c.tags)
	}
	if current != nil {
		d.warnOfReplacedTexts(ctx, &made.diags, current, c, made.patch)
	}
	d.keepSecrets(made.patch, current, c, &made.diags)
	return made
}

// warnOfAdded says what somebody else added and the update keeps.
func (d *definition) warnOfAdded(ctx context.Context, diags *diag.Diagnostics, rivals []lens.Rival, planned tftypes.Value) {
	var lines told
	for _, rival := range rivals {
		if rival.Kind != lens.Added {
			continue
		}
		line := elementOf(rival)
		if name, _ := rival.Path[0].(string); !tfvalue.IsDeclared(tfvalue.Member(planned, name)) {
			line += " (no longer declared, so no plan will show it)"
		}
		lines.add(rival.Path, line)
	}
	lines.warn(ctx, diags, "Somebody else has added to the "+d.Name, fmt.Sprintf("The %s has in the engine what neither the plan nor "+
		"the state before it had: %%s. An apply removes nothing that its plan did not show, so it was kept. The next plan shows it "+
		"as drift: apply that to remove it, or declare it to keep it.", d.Name))
}

// warnOfOverwritten says what both somebody else and the update changed.
func (d *definition) warnOfOverwritten(ctx context.Context, diags *diag.Diagnostics, rivals []lens.Rival) {
	var lines told
	for _, rival := range rivals {
		at := attributePath(rival.Path)
		line := ""
		switch {
		case rival.Kind == lens.Added:
			continue
		case rival.Kind == lens.Removed:
			line = elementOf(rival) + " had been removed and was made again"
		case rival.Kind == lens.ChangedRemoved:
			line = elementOf(rival) + " had been changed and was removed as planned"
		case rival.Key != "":
			line = fmt.Sprintf("the key %s of %s was set to what is planned (the values may be secret)", rival.Key, at)
		case rival.Engine == "":
			line = fmt.Sprintf("%s was set to what is planned (the values may be secret)", at)
		default:
			line = fmt.Sprintf("%s was %s and is now %s", at, rival.Engine, rival.Declared)
		}
		lines.add(rival.Path, line)
	}
	d.warnOverwritten(ctx, diags, lines)
}

func (d *definition) warnOverwritten(ctx context.Context, diags *diag.Diagnostics, lines told) {
	lines.warn(ctx, diags, "Somebody else has changed the "+d.Name, "Between plan and apply somebody else, or the engine, changed what "+
		"this update is about, and the update was made over it as planned: %s. If the other value was right, declare it.")
}

// warnOfReplacedTexts says where somebody replaced a derived text since the state was read, in items that are sent.
func (d *definition) warnOfReplacedTexts(ctx context.Context, diags *diag.Diagnostics, current engine.Document, c change, patch engine.Document) {
	if _, sent := patch[d.Derived.List]; !sent {
		return
	}
	var lines told
	for _, text := range d.foreignTexts(current, c.memory.elements(), c.prior) {
		item := tfvalue.List(c.prior, d.Derived.List)[text.item]
		lines.add([]any{d.Derived.List}, fmt.Sprintf("%s of the item %q was %q and is derived anew", text.name, tfvalue.Text(item, d.Derived.Key), text.held))
	}
	d.warnOverwritten(ctx, diags, lines)
}

// elementOf names the element of a list.
func elementOf(rival lens.Rival) string {
	if rival.Element == "" {
		return fmt.Sprintf("an element of %s", attributePath(rival.Path))
	}
	return fmt.Sprintf("the element %s of %s", rival.Element, attributePath(rival.Path))
}

// told are the lines of one warning.
type told struct {
	at    []any // where the first is
	lines []string
}

func (t *told) add(at []any, line string) {
	if len(t.lines) == 0 {
		t.at = at
	}
	t.lines = append(t.lines, line)
}

// warn makes one warning of the lines, if there are any. What the change knows to be secret is taken out.
func (t *told) warn(ctx context.Context, diags *diag.Diagnostics, summary, detail string) {
	const most = 10
	if len(t.lines) == 0 {
		return
	}
	lines := make([]string, 0, most)
	for _, line := range t.lines[:min(len(t.lines), most)] {
		lines = append(lines, redact.Redactor{}.With(ctx).Line(line, redact.MaxMessage))
	}
	if more := len(t.lines) - most; more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	diags.AddAttributeWarning(attributePath(t.at), summary, fmt.Sprintf(detail, strings.Join(lines, "; ")))
}
