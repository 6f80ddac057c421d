// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Settings are the beliefs that are mere values to the server.
type Settings struct {
	// Scheme is the first word of the authorization header (interface section 5).
	Scheme string
	// MaxBody is the largest body that is taken, in bytes (quirk 33).
	MaxBody int
	// PageSize is that of a page for which the query names none, MaxPageSize the largest (quirk 1). PageParameter is the name of
	// the parameter that counts pages.
	PageSize, MaxPageSize int
	PageParameter         string
	// BareLists: a list is answered as an array of all objects.
	BareLists bool
	// NoFilters: the filters of a query are ignored.
	NoFilters bool
	// EmptyPages: a page past the end is an empty one (quirk 38).
	EmptyPages bool
	// OtherOrder: lists that nobody orders begin at their other end (quirks 19 and 26).
	OtherOrder bool
	// UpdateOnly is what a create does with fields that the interface document accepts on update alone.
	UpdateOnly table.UpdateOnly
	// AnyValue: the lists of values that the tables give are not complete (quirk 24).
	AnyValue bool
	// AnySize: texts have no greatest length and numbers no bounds (quirk 81).
	AnySize bool
	// ActiveUpdates: a component that is active can be updated (quirk 44).
	ActiveUpdates bool
	// OrphansLive: the objects below one that is deleted stay (quirk 32).
	OrphansLive bool
	// NoRequestID: answers have no header X-Request-Id (quirk 45).
	NoRequestID bool
	// NoETags: answers have no ETag, and If-Match is ignored (quirks 180 and 181). WeakETags: the tags are weak, which no
	// If-Match matches.
	NoETags, WeakETags bool
	// Course gives what follows the deployment status that follows, "" for nothing, and after which delay. It may be nil.
	Course func(next string, delay time.Duration) (string, time.Duration)

	lags lags
}
