// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package action

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// mutings returns the actions that mute and unmute an alert (interface document, section 2.6).
func mutings() []actionDefinition {
	const withDeclared = " If the alert's resource declares `mute`, the next apply restores the declared value."
	return []actionDefinition{
		setMute("mute", "Mutes an alert, until somebody unmutes it. The engine still records the events of the alert, "+
			"but notifies nobody."+withDeclared, true),
		setMute("unmute", "Unmutes an alert."+withDeclared, false),
	}
}

func setMute(verb, description string, mute bool) actionDefinition {
	return actionDefinition{
		name: "alert_" + verb, description: description,
		attributes: map[string]schema.Attribute{"id": identifier("alert")},
		invoke: func(ctx context.Context, conn *connection.Connection, config tftypes.Value, progress func(string), diags *diag.Diagnostics) {
			summary := "Could not " + verb + " the alert"
			id := tfvalue.String(config, "id")
			decide := func(current engine.Document) engine.Document {
				if muted, known := current["mute"].(bool); known && muted == mute {
					return nil
				}
				return engine.Document{"mute": mute}
			}
			doc, err := conn.Client.Revise(ctx, engine.Alerts, id, engine.Snapshot{}, decide)
			switch {
			case engine.IsNotFound(err):
				diags.AddAttributeError(path.Root("id"), summary, fmt.Sprintf("The engine has no alert with the id %q.", id))
			case err != nil:
				diags.AddError(summary, err.Error())
			case doc == nil:
				progress(fmt.Sprintf("the alert is %sd already", verb))
			default:
				if kept, known := doc["mute"].(bool); known && kept != mute {
					diags.AddError(summary, fmt.Sprintf("The engine accepted the request, but kept mute = %t.", kept))
					return
				}
				progress(fmt.Sprintf("the alert is %sd", verb))
			}
		},
	}
}
