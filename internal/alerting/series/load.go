// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package series

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/inputfile"
)

// Points contains the points of each series in input order. Pass it to rehearsal.NewSeries to sort them by time.
type Points map[rehearsal.Key][]rehearsal.Point

// Add appends a point to its series. It always returns nil. The result exists only so that Add can be passed to Read.
func (points Points) Add(p Point) error {
	key := rehearsal.Key{Asset: p.Asset, Attribute: p.Attribute}
	points[key] = append(points[key], rehearsal.Point{Time: p.Time, Value: p.Value})
	return nil
}

// Collect reads an input and adds each point to points. It fails if the total number of points would exceed atMost.
func Collect(points Points, atMost int, name string, from io.Reader) error {
	left := atMost
	for _, list := range points {
		left -= len(list)
	}
	return Read(name, from, func(p Point) error {
		if left--; left < 0 {
			return fmt.Errorf("there are more than %d points", atMost)
		}
		return points.Add(p)
	})
}

// Load reads the points in CSV or JSON files. It fails if the files contain more than atMost points in total.
func Load(ctx context.Context, atMost int, files ...string) (rehearsal.Series, error) {
	points := Points{}
	for _, name := range files {
		if err := loadFile(ctx, points, atMost, name); err != nil {
			return nil, err
		}
	}
	return rehearsal.NewSeries(points), nil
}

// Maximum sizes of files in bytes.
const (
	maxSize         = 4 << 30
	maxMetadataSize = 64 << 20
)

func loadFile(ctx context.Context, points Points, atMost int, name string) (err error) {
	file := inputfile.Open(ctx, name, maxSize)
	defer func() { err = errors.Join(err, file.Close()) }()
	return Collect(points, atMost, name, file)
}

// LoadMetadata reads the values of METADATA items from a JSON file: {"ASSET": {"FIELD": 1}, "REF_ID": 2}. If file is "", it returns nil.
func LoadMetadata(ctx context.Context, file string) (map[rehearsal.Key]any, error) {
	if file == "" {
		return nil, nil
	}
	text, err := inputfile.Read(ctx, file, maxMetadataSize)
	if err != nil {
		return nil, err
	}
	var members map[string]any
	if err := document.DecodeInto(text, &members); err != nil {
		return nil, fmt.Errorf(`%s is not a JSON object such as {"ASSET": {"FIELD": 1}}: %w`, file, err)
	}
	metadata, err := Metadata(members)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return metadata, nil
}

// Metadata reads the values of METADATA items from decoded JSON: {"ASSET": {"FIELD": value}} or {"REF_ID": value}.
func Metadata(members map[string]any) (map[rehearsal.Key]any, error) {
	metadata := map[rehearsal.Key]any{}
	for name, member := range members {
		if fields, isAsset := member.(map[string]any); isAsset {
			for field, value := range fields {
				metadata[rehearsal.Key{Asset: name, Attribute: field}] = value
			}
		} else {
			metadata[rehearsal.Key{Attribute: name}] = member
		}
	}
	for key, value := range metadata {
		switch value := value.(type) {
		case json.Number:
			number, err := parseNumber(value.String())
			if err != nil {
				return nil, fmt.Errorf("the value of %s: %w", key, err)
			}
			metadata[key] = number
		case bool, string:
		default:
			return nil, fmt.Errorf("the value of %s is not a number, boolean or string", key)
		}
	}
	return metadata, nil
}
