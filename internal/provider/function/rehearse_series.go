// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/alerting/series"
)

// mostPoints limits the points of a text, in which a short text can have many points.
const mostPoints = 5_000_000

// readSeries reads {ASSET = {ATTRIBUTE = points}} and {REF_ID = points}, or the text of a series file.
func readSeries(v any) (rehearsal.Series, error) {
	points := series.Points{}
	if file, ok := v.(string); ok {
		err := series.Collect(points, mostPoints, "series", strings.NewReader(file))
		return rehearsal.NewSeries(points), err
	}
	err := series.ReadDecoded(v, points.Add)
	members, _ := v.(map[string]any)
	for name, member := range members {
		fields, _ := member.(map[string]any)
		_, isShort := fields["start"].(string)
		if _, isList := member.([]any); isList || isShort {
			key := rehearsal.Key{Attribute: name}
			points[key] = slices.Clip(points[key]) // A series without points is given, too.
		}
	}
	return rehearsal.NewSeries(points), err
}
