// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package series

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
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
	if err := json.Unmarshal(text, &members); err != nil {
		return nil, fmt.Errorf(`%s is not a JSON object such as {"ASSET": {"FIELD": 1}}: %w`, file, err)
	}
	metadata := map[rehearsal.Key]any{}
	for name, member := range members {
		fields, isAsset := member.(map[string]any)
		if !isAsset {
			metadata[rehearsal.Key{Attribute: name}] = member
		}
		for field, value := range fields {
			metadata[rehearsal.Key{Asset: name, Attribute: field}] = value
		}
	}
	for key, value := range metadata {
		switch value.(type) {
		case float64, bool, string:
		default:
			return nil, fmt.Errorf("%s: the value of %s is not a number, boolean or text", file,
				strings.TrimPrefix(key.Asset+"/"+key.Attribute, "/"))
		}
	}
	return metadata, nil
}
