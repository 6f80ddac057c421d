// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import "github.com/engine-platform/terraform-provider-engine/internal/base/profile"

// Facts are the values of an engine that differ from the tables of the interface and that no habit names. They hold no text of the engine
// except words that the interface documents.
type Facts = profile.Facts
