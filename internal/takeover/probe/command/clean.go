// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/probe"
)

// deleteLeftovers deletes the objects left behind by earlier runs. It prints the objects it deleted and those it could not delete.
func (s *session) deleteLeftovers(ctx context.Context, options probe.Options) error {
	left, removed, err := probe.Clean(ctx, options)
	s.progress.Clear()
	var text strings.Builder
	for _, o := range removed {
		text.WriteString(document.Visible(fmt.Sprintf("deleted: %s %s %s", o.Kind, o.ID, o.Name)) + "\n")
	}
	if err == nil && len(removed)+len(left) == 0 {
		text.WriteString("The engine has no object of an earlier run.\n")
	}
	_, unwritten := io.WriteString(s.stdout, text.String())
	s.listLeftovers(left, nil)
	switch {
	case err != nil && ctx.Err() != nil:
		return errors.New("interrupted")
	case cmp.Or(err, unwritten) != nil:
		return s.failure(cmp.Or(err, unwritten))
	case len(left) > 0:
		return commandline.Exit(commandline.Failure, nil)
	}
	return nil
}

// listLeftovers prints the objects that may still be on the engine, grouped by reason, and explains how to delete them. The caller has
// already printed an error, which is passed as printed. If this error ends with a group's reason, listLeftovers does not repeat the reason.
func (s *session) listLeftovers(left []probe.Leftover, printed error) {
	if len(left) == 0 {
		return
	}
	var causes []string
	objects := map[string][]probe.Leftover{}
	isForeign := false
	for _, o := range left {
		if objects[o.Why] == nil {
			causes = append(causes, o.Why)
		}
		objects[o.Why] = append(objects[o.Why], o)
		isForeign = isForeign || o.IsForeign
	}
	for _, cause := range causes {
		if printed != nil && strings.HasSuffix(printed.Error(), cause) {
			s.say("these objects are left on the engine, or may be:")
		} else {
			s.say("these objects are left on the engine, or may be: %s", s.redact.Line(cause, redact.MaxMessage))
		}
		for _, o := range objects[cause] {
			s.say("%s", document.Visible(fmt.Sprintf("  %s %s %s", o.Kind, cmp.Or(o.Path, "(id unknown)"), o.Name)))
		}
	}
	if isForeign {
		s.say("Some of them may belong to somebody else, so look at each before you delete it. If such an object has a name of probe, give it")
		s.say("a different one before you run probe -clean, which deletes every object whose name begins with %s.", probe.NamePrefix)
		return
	}
	s.say("To delete them, run: terraform-provider-engine probe -clean")
}
