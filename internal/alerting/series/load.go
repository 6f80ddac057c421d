// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package series

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
)

// Points collects points per series in the order of the files. rehearsal.NewSeries sorts them by time.
type Points map[rehearsal.Key][]rehearsal.Point

// Add adds a point to its series. It never returns an error.
func (points Points) Add(p Point) error {
	key := rehearsal.Key{Asset: p.Asset, Attribute: p.Attribute}
	points[key] = append(points[key], rehearsal.Point{Time: p.Time, Value: p.Value})
	return nil
}

// Collect reads an input and adds its points to points, which may hold at most atMost. After an error, some points may have been added.
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

// Load reads files, which may have at most atMost points together.
func Load(atMost int, files ...string) (rehearsal.Series, error) {
	points := Points{}
	for _, name := range files {
		if err := loadFile(points, atMost, name); err != nil {
			return nil, err
		}
	}
	return rehearsal.NewSeries(points), nil
}

func loadFile(points Points, atMost int, name string) (err error) {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return Collect(points, atMost, name, file)
}
