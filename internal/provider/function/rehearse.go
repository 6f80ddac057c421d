// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	tffunction "github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/alerting/series"
	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/instant"
)

func rehearseFunction() Function {
	return Function{
		Name: "rehearse",
		definition: tffunction.Definition{
			Summary: "Runs the condition of an alert on data",
			MarkdownDescription: "Runs the condition of an alert on data, without an engine. The result has the times of the runs, their " +
				"statuses, and the time at which the alert fires. " +
				"Use it in tests, to assert that the alerts of a module fire. The plan knows the result if it knows the condition; " +
				"an unknown `id` does not matter. The guide *Rehearsal* explains the result and how it is calculated.",
			Parameters: []tffunction.Parameter{
				tffunction.DynamicParameter{
					Name: "alert", CustomType: rawType{}, AllowUnknownValues: true,
					MarkdownDescription: "An `engine_alert`, or an object with attributes of an alert.",
				},
				tffunction.DynamicParameter{
					Name: "series", CustomType: rawType{}, AllowUnknownValues: true,
					MarkdownDescription: "The data: `{ASSET = {ATTRIBUTE = points}}` with the ids of asset and attribute, or `{A = points}` with the " +
						"`ref_id` of a `QUERY` item. " +
						"Points are a list of `{time, value}`, or `{start, step, values}` if their times have equal distances. `step` is a " +
						"number of seconds or a string such as `\"10s\"`. A null in `values` means that there is no point. " +
						"The data can also be the contents of a CSV or JSON file, `file(\"day.csv\")`, which is much faster than long lists.",
				},
			},
			VariadicParameter: tffunction.DynamicParameter{
				Name: "options", CustomType: rawType{}, AllowUnknownValues: true,
				MarkdownDescription: "An object that may have four attributes. `start` and `end` are the times between which the alert runs " +
					"(default: from the first point to the first run that includes the last point). " +
					"`timezone` is the time zone of a `cron` schedule (default: `UTC`). `metadata` has the values of `METADATA` items, as `{ASSET = " +
					"{FIELD = value}}` or, by the `ref_id` of the item, as `{B = value}`.",
			},
			Return: tffunction.ObjectReturn{AttributeTypes: attributesOf[rehearsalResult]()},
		},
		run: runRehearse,
	}
}

func runRehearse(ctx context.Context, arguments tffunction.ArgumentsData) (any, *tffunction.FuncError) {
	var alertArgument, series rawValue
	var options []rawValue
	if err := arguments.Get(ctx, &alertArgument, &series, &options); err != nil {
		return nil, err
	}
	if len(options) > 1 {
		return nil, wrongArgument(2, "there is more than one object of options")
	}
	alert, known, wrong := readAlert(alertArgument.Value)
	if wrong != nil {
		return nil, wrong
	}
	var more any
	if len(options) == 1 {
		more = decode(options[0].Value)
	}
	var result *rehearsalResult
	if known {
		result, wrong = rehearse(ctx, alert, decode(series.Value), more)
	}
	if wrong != nil || result == nil {
		return types.ObjectUnknown(attributesOf[rehearsalResult]()), wrong
	}
	return result, nil
}

// rehearse implements the provider function of the same name. It returns nil without an error if the result depends on an unknown value.
func rehearse(ctx context.Context, attributes map[string]any, points, options any) (*rehearsalResult, *tffunction.FuncError) {
	if containsUnknown(points) || containsUnknown(options) {
		return nil, nil
	}
	data, err := readSeries(points)
	if err != nil {
		return nil, wrongArgument(1, "%v", err)
	}
	attributes = relevantAttributes(attributes, data.RefIDs())
	if containsUnknown(attributes) {
		return nil, nil
	}
	if err := checkRefIDs(attributes, data.RefIDs()); err != nil {
		return nil, wrongArgument(1, "%v", err)
	}
	recording := rehearsal.NewRecording(data)
	if err := readOptions(options, &recording); err != nil {
		return nil, wrongArgument(2, "%v", err)
	}
	if members, _ := options.(map[string]any); !recording.HasData && (members["start"] == nil || members["end"] == nil) {
		return nil, wrongArgument(1, "series has no points, so the time to rehearse is not known: add points, or set start and end in options")
	}
	return rehearseRuns(ctx, attributes, recording)
}

func rehearseRuns(ctx context.Context, attributes map[string]any, on rehearsal.Recording) (*rehearsalResult, *tffunction.FuncError) {
	start, end := on.Start, on.Until(rehearsal.Compile(attributes, on))
	if !start.Before(end) {
		return nil, wrongArgument(2, "options.end is %s, but it has to be after the start, %s", end.UTC().Format(time.RFC3339Nano),
			start.UTC().Format(time.RFC3339Nano))
	}
	timeline, err := on.Rehearse(ctx, attributes)
	if err != nil {
		return nil, tffunction.NewFuncError(err.Error())
	}
	if len(timeline.Runs) > maxRuns {
		return nil, wrongArgument(2, "the alert runs %d times from %s to %s, but a result has at most %d runs: choose a shorter time by "+
			"start and end",
			len(timeline.Runs), start.UTC().Format(time.RFC3339), end.UTC().Format(time.RFC3339), maxRuns)
	}
	return newRehearsalResult(timeline), nil
}

// maxRuns is the maximum number of alert runs in a result. The limit is needed because Terraform takes a long time to convert many runs.
const maxRuns = 100_000

// checkRefIDs returns an error if the call contains data for a ref_id that does not belong to a QUERY item in the alert.
func checkRefIDs(attributes map[string]any, given []string) error {
	var queries []string
	items, _ := attributes["alert_items"].([]any)
	for _, item := range items {
		members, _ := item.(map[string]any)
		if ref, _ := members["ref_id"].(string); strings.EqualFold(fmt.Sprint(members["type"]), "QUERY") {
			queries = append(queries, ref)
		}
	}
	for _, ref := range given {
		if !slices.Contains(queries, ref) {
			return fmt.Errorf("series[%q] is a list of points, but the alert has no QUERY item with the ref_id %s. It has: %s. To give points by "+
				"asset, write series[ASSET][ATTRIBUTE]", ref, ref, strings.Join(queries, ", "))
		}
	}
	return nil
}

// relevantAttributes returns the attributes that affect an alert's runs. These are the only attributes that must be known when rehearse is
// called. If the caller of rehearse passes data under an item's ref_id, the item's query filters don't matter, so relevantAttributes omits
// them. given contains the ref_ids of these items.
func relevantAttributes(attributes map[string]any, given []string) map[string]any {
	kept := map[string]any{}
	for name, value := range attributes {
		if isCondition(name) || name == "active" {
			kept[name] = value
		}
	}
	items, ok := kept["alert_items"].([]any)
	if !ok {
		return kept
	}
	var all []any
	for _, item := range items {
		members, ok := item.(map[string]any)
		if !ok {
			all = append(all, item)
			continue
		}
		members = maps.Clone(members)
		for _, name := range []string{"id", "label", "extra"} {
			delete(members, name)
		}
		ref, _ := members["ref_id"].(string)
		for _, filter := range []string{"query_filter_asset", "query_filter_attribute", "query_filter_metadata"} {
			if reference, ok := members[filter].(map[string]any); ok {
				members[filter] = map[string]any{"id": reference["id"]}
			}
			if slices.Contains(given, ref) {
				delete(members, filter)
			}
		}
		all = append(all, members)
	}
	kept["alert_items"] = all
	return kept
}

// readOptions copies the values in a call's "options" argument into the recording. The argument is nil if the call has no options.
func readOptions(options any, recording *rehearsal.Recording) error {
	members, ok := options.(map[string]any)
	if options != nil && !ok {
		return fmt.Errorf("options is %s, but it has to be an object with start, end, timezone and metadata", document.KindOf(options))
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		value := members[name]
		if value == nil {
			continue
		}
		var err error
		switch name {
		case "start":
			recording.Start, err = readTime("options.start", value)
		case "end":
			var end time.Time
			end, err = readTime("options.end", value)
			recording.End = &end
		case "timezone":
			recording.Location, err = readZone(value)
		case "metadata":
			recording.Metadata, err = readMetadata(value)
		default:
			err = fmt.Errorf("options has no %s; it has start, end, timezone and metadata", name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func readZone(v any) (*time.Location, error) {
	name, ok := v.(string)
	zone, err := time.LoadLocation(name)
	if !ok || err != nil || name == "" || name == "Local" {
		return nil, fmt.Errorf(`options.timezone is %s, but it has to be a name of the IANA database such as "Europe/Berlin"`, document.KindOf(v))
	}
	return zone, nil
}

// readTime parses an ISO 8601 time. A time without an offset is in UTC.
func readTime(path string, v any) (time.Time, error) {
	text, _ := v.(string)
	at, ok := instant.Parse(text)
	if !ok {
		return at.Time, fmt.Errorf(`%s is %s, but it has to be an ISO 8601 time such as "2026-01-05T08:00:00Z"`, path, document.KindOf(v))
	}
	return at.Time, nil
}

// readMetadata reads the metadata option, which has the form {ASSET = {FIELD = value}} or {REF_ID = value}.
func readMetadata(v any) (map[rehearsal.Key]any, error) {
	members, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("options.metadata is %s, but it has to be an object by assets or ref_ids", document.KindOf(v))
	}
	metadata, err := series.Metadata(members)
	if err != nil {
		return nil, fmt.Errorf("options.metadata: %w", err)
	}
	return metadata, nil
}

const maxPoints = 5_000_000

// readSeries reads the series argument. It has the form {ASSET = {ATTRIBUTE = points}} or {REF_ID = points}, or it is the contents of a CSV
// or JSON file.
func readSeries(v any) (rehearsal.Series, error) {
	points := series.Points{}
	if file, ok := v.(string); ok {
		err := series.Collect(points, maxPoints, "series", strings.NewReader(file))
		return rehearsal.NewSeries(points), err
	}
	err := series.ReadDecoded(v, points.Add)
	members, _ := v.(map[string]any)
	for name, member := range members {
		fields, _ := member.(map[string]any)
		_, isShort := fields["start"].(string)
		if _, isList := member.([]any); isList || isShort {
			key := rehearsal.Key{Attribute: name}
			points[key] = slices.Clip(points[key]) // add the series even if it has no points, so that the item with this ref_id uses it
		}
	}
	return rehearsal.NewSeries(points), err
}
