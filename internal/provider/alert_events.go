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
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/engine-platform/terraform-provider-engine/internal/base/instant"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// alertEventsDataSource gives the changes of alerts' statuses. Events are no objects that a configuration could declare, so
// that there is no definition of them.
type alertEventsDataSource struct {
	connection *connection.Connection
}

var _ datasource.DataSourceWithConfigure = (*alertEventsDataSource)(nil)

// alertEvents is the data source's value.
type alertEvents struct {
	Alert  types.String `tfsdk:"alert"`
	Limit  types.Number `tfsdk:"limit"`
	Events []alertEvent `tfsdk:"events"`
}

// alertEvent is wire shapes section 7.
type alertEvent struct {
	ID            types.String `tfsdk:"id"`
	Alert         types.String `tfsdk:"alert"`
	Timestamp     types.String `tfsdk:"timestamp"`
	OldStatus     types.String `tfsdk:"old_status"`
	NewStatus     types.String `tfsdk:"new_status"`
	OldStatusText types.String `tfsdk:"old_status_text"`
	NewStatusText types.String `tfsdk:"new_status_text"`
}

func (s *alertEventsDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_alert_events"
}

func (s *alertEventsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	shown := func(description string) schema.StringAttribute {
		return schema.StringAttribute{Computed: true, MarkdownDescription: description}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the events of one alert or of all alerts. The engine makes an event when the status of an alert changes.",
		Attributes: map[string]schema.Attribute{
			"alert": schema.StringAttribute{
				Optional: true, Validators: []validator.String{attribute.Identifier()},
				MarkdownDescription: "Identifier of the alert whose events to list; the events of all alerts when it is not declared.",
			},
			"limit": schema.NumberAttribute{
				Optional: true, Validators: []validator.Number{attribute.AtLeast(1)},
				MarkdownDescription: "How many events to list at most, the newest; all of them when it is not declared.",
			},
			"events": schema.ListNestedAttribute{
				Computed: true, MarkdownDescription: "The events, the newest first.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"id":              shown("Identifier of the event."),
					"alert":           shown("Identifier of the alert."),
					"timestamp":       shown("When the status changed."),
					"old_status":      shown("Status before the change."),
					"new_status":      shown("Status after the change."),
					"old_status_text": shown("Text for the status before the change."),
					"new_status_text": shown("Text for the status after the change."),
				}},
			},
		},
	}
}

func (s *alertEventsDataSource) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	s.connection = connection.From(req.ProviderData, &resp.Diagnostics)
}

func (s *alertEventsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	if defers(s.connection, req, resp) {
		return
	}
	var value alertEvents
	resp.Diagnostics.Append(req.Config.Get(ctx, &value)...)
	client := s.connection.Use(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	collection := engine.AllAlertEvents
	if !value.Alert.IsNull() {
		collection = engine.AlertEvents(value.Alert.ValueString())
	}
	limit := 0
	if n := value.Limit.ValueBigFloat(); n != nil {
		whole, _ := n.Int64() // whole, as validated; the greatest there is in the place of a greater one
		limit = int(whole)
	}
	events, err := newestEvents(ctx, client, collection, limit)
	switch {
	case err != nil && !value.Alert.IsNull() && engine.IsNotFound(err):
		resp.Diagnostics.AddAttributeError(path.Root("alert"), "No such alert",
			fmt.Sprintf("The engine has no alert with the id %q, or keeps no events of alerts.", value.Alert.ValueString()))
		return
	case err != nil:
		resp.Diagnostics.AddError("Could not list the events", err.Error())
		return
	}
	value.Events = make([]alertEvent, len(events))
	for i, event := range events {
		value.Events[i] = readEvent(event)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &value)...)
}

// newestEvents lists the newest events, the newest first; limit 0 means all. No document says in which order an engine
// lists them, nor that it orders them when asked. So it is asked, the answer is sorted here, and the pages behind the limit
// are left out only when the engine has shown that it orders.
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

// areNewest tells whether the events, which are the beginning of a list, are the newest ones: they are in order, and the
// list that is asked for in the opposite order begins with an older one.
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

// byAge orders events from the newest to the oldest. Those without a time come last.
func byAge(a, b engine.Document) int { return eventTime(b).Compare(eventTime(a)) }

func eventTime(event engine.Document) time.Time {
	text, _ := event["timestamp"].(string)
	instant, _ := instant.Parse(text)
	return instant.Time
}

func readEvent(event engine.Document) alertEvent {
	field := func(name string) types.String {
		text, ok := event[name].(string)
		if !ok {
			return types.StringNull()
		}
		return types.StringValue(text)
	}
	return alertEvent{
		ID: field("id"), Alert: field("alert"), Timestamp: field("timestamp"),
		OldStatus: field("old_status"), NewStatus: field("new_status"),
		OldStatusText: field("old_status_text"), NewStatusText: field("new_status_text"),
	}
}
