// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package series

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// LoadMetadata reads the values of METADATA items from a JSON file of the form {"ASSET": {"FIELD": value}} or {"REF_ID": value}. An empty
// file name returns nil.
func LoadMetadata(file string) (map[rehearsal.Key]any, error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
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

// Metadata reads the values of METADATA items from a decoded value of that form.
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
				return nil, err
			}
			metadata[key] = number
		case bool, string:
		default:
			return nil, fmt.Errorf("the value of %s is not a number, boolean or text", key)
		}
	}
	return metadata, nil
}
