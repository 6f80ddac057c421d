// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"testing"
)

func TestTextForms(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		form           StringForm
		taken, refused []string
	}{
		"color": {
			Color(),
			[]string{"red", "RebeccaPurple", "transparent", "#fff", "#FFF8", "#1f77b4", "#1F77B480"},
			[]string{"#", "#ff", "#fffff", "#1f77b", "#1f77bg", "1f77b4", "light blue", "#1f77b4 ", "#1f77b4801", "re\nd"},
		},
		"refresh interval": {
			RefreshInterval(),
			[]string{"30", "30s", "0", "0.5", "1.5h", "500ms", "5 m", "1m30s", "1d 12h", "1M", "1y"},
			[]string{"s", "-30s", "30x", "30S", "every 30s", "30s,", "1e3", "s30", "."},
		},
		"time zone": {
			Timezone(),
			[]string{"UTC", "Europe/Lisbon", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "Asia/Kolkata"},
			[]string{"Local", "Europe/Lissabon", "+01:00", "CEST", "../../etc/passwd", "/etc/localtime", "Europe", "utc+1"},
		},
		"moment": {
			Timestamp().StringForm,
			[]string{
				"2026-01-05", "2026-01-05T08:00", "2026-01-05T08:00:00", "2026-01-05T08:00:00Z", "2026-01-05T08:00:00.123456Z",
				"2026-01-05T08:00:00+01:00", "2026-01-05T08:00+0100", "2026-01-05 08:00:00-03", "2028-02-29T00:00:00Z",
				"now", "now - 7d", "now-15m", "now + 1h", "now -30s", "now- 2w", "now-1M", "now - 1 y",
			},
			[]string{
				"yesterday", "7d", "now - 7", "now 7d", "now - 7x", "now - d", "now - -7d", "now - 7days", "NOW", "- 7d",
				"2026-02-30", "2027-02-29T00:00:00Z", "2026-13-01", "2026-01-05T25:00:00Z", "2026-1-5", "05.01.2026", "08:00", "1767600000",
				"2026-01-05T08:00:00 UTC",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, text := range c.taken {
				if !c.form.Has(text) {
					t.Errorf("%q is refused", text)
				}
			}
			for _, text := range c.refused {
				if c.form.Has(text) {
					t.Errorf("%q is taken", text)
				}
			}
		})
	}
}
