// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/instant"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// alertEventsDataSource is the engine_alert_events data source, which lists the status changes of alerts. Its schema is defined here
// because package catalog describes only objects that a configuration can declare.
type alertEventsDataSource struct{ engineDataSource }

var _ datasource.DataSourceWithConfigure = (*alertEventsDataSource)(nil)

// eventAttributes maps each event attribute to its description. The names equal the fields in section 7 of "Wire shapes" in INTERFACE.md.
var eventAttributes = map[string]string{
	"id":              "Identifier of the event.",
	"alert":           "Identifier of the alert.",
	"timestamp":       "When the status changed.",
	"old_status":      "Status before the change.",
	"new_status":      "Status after the change.",
	"old_status_text": "Text for the status before the change.",
	"new_status_text": "Text for the status after the change.",
}

func (s *alertEventsDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_alert_events"
}

func (s *alertEventsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := map[string]schema.Attribute{}
	for name, description := range eventAttributes {
		attributes[name] = schema.StringAttribute{Computed: true, MarkdownDescription: description}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the events of one alert or of all alerts. The engine makes an event when the status of an alert changes.",
		Attributes: map[string]schema.Attribute{
			"alert": schema.StringAttribute{
				Optional: true, Validators: []validator.String{attribute.Identifier()},
				MarkdownDescription: "Identifier of the alert whose events to list. If it is not declared, the events of all alerts are listed.",
			},
			"limit": schema.NumberAttribute{
				Optional: true, Validators: []validator.Number{attribute.AtLeast(1)},
				MarkdownDescription: "Maximum number of events to list: the newest ones. If it is not declared, all events are listed.",
			},
			"events": schema.ListNestedAttribute{
				Computed: true, MarkdownDescription: "The events, the newest first.",
				NestedObject: schema.NestedAttributeObject{Attributes: attributes},
			},
		},
	}
}

func (s *alertEventsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	if !s.isReady(req, resp) {
		return
	}
	alert, collection, limit := tfvalue.String(req.Config.Raw, "alert"), engine.AllAlertEvents, 0
	if alert != "" {
		collection = engine.AlertEvents(alert)
	}
	if n := tfvalue.Number(req.Config.Raw, "limit"); n != nil {
		whole, _ := n.Int64() // always an integer, because the attribute's validator rejects fractions
		limit = int(whole)
	}
	events, err := newestEvents(ctx, s.connection.Client, collection, limit)
	switch {
	case alert != "" && engine.IsNotFound(err):
		resp.Diagnostics.AddAttributeError(path.Root("alert"), "No such alert",
			fmt.Sprintf("The engine has no alert with the id %q, or keeps no events of alerts.", alert))
		return
	case err != nil:
		resp.Diagnostics.AddError("Could not list the events", err.Error())
		return
	}
	typ := tftypes.Object{AttributeTypes: map[string]tftypes.Type{}}
	for name := range eventAttributes {
		typ.AttributeTypes[name] = tftypes.String
	}
	elements := make([]tftypes.Value, len(events))
	for i, event := range events {
		members := map[string]tftypes.Value{}
		for name := range eventAttributes {
			members[name] = tftypes.NewValue(tftypes.String, nil)
			if text, ok := event[name].(string); ok {
				members[name] = tftypes.NewValue(tftypes.String, text)
			}
		}
		elements[i] = tftypes.NewValue(typ, members)
	}
	resp.State.Raw = tfvalue.WithMember(req.Config.Raw, "events", tftypes.NewValue(tftypes.List{ElementType: typ}, elements))
}

// newestEvents returns up to limit events, newest first, or all events if limit is 0. It asks the engine to sort them. If the engine
// ignores the requested order, newestEvents reads all events and sorts them itself.
func newestEvents(ctx context.Context, client *engine.Client, collection engine.Collection, limit int) ([]engine.Document, error) {
	var events []engine.Document
	for event, err := range client.List(ctx, collection, url.Values{"ordering": {"-timestamp"}}) {
		if err != nil {
			return nil, err
		}
		if limit > 0 && len(events) == limit {
			ordered, err := areNewest(ctx, client, collection, events)
			if err != nil {
				return nil, err
			}
			if ordered {
				break
			}
		}
		events = append(events, event)
	}
	slices.SortStableFunc(events, byAge)
	if limit > 0 && len(events) > limit {
		events = events[:limit]
	}
	return events, nil
}

// areNewest reports whether the given events are the newest ones. Some engines ignore the order in a request, so areNewest checks two
// things: the events are sorted newest first, and the first one is newer than the oldest event in the engine.
func areNewest(ctx context.Context, client *engine.Client, collection engine.Collection, events []engine.Document) (bool, error) {
	if !slices.IsSortedFunc(events, byAge) {
		return false, nil
	}
	for oldest, err := range client.List(ctx, collection, url.Values{"ordering": {"timestamp"}, "page_size": {"1"}}) {
		if err != nil {
			return false, err
		}
		return byAge(events[0], oldest) < 0, nil
	}
	return false, nil
}

// byAge is a comparison function that sorts events newest first. Events without a timestamp come last.
func byAge(a, b engine.Document) int { return eventTime(b).Compare(eventTime(a)) }

func eventTime(event engine.Document) time.Time {
	text, _ := event["timestamp"].(string)
	instant, _ := instant.Parse(text)
	return instant.Time
}
