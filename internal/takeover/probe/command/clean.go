// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/probe"
)

// cleanUp deletes the objects that earlier runs left, and lists them.
func (s *session) cleanUp(ctx context.Context, options probe.Options) error {
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
	s.sayObjects(left, "", nil)
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

// sayLeft lists the objects of a run that are or may be left on the engine. said is the error that was printed before, or nil.
func (s *session) sayLeft(report *probe.Report, said error) {
	scheme := ""
	for _, a := range report.Findings {
		if a.Name == "other-scheme" && a.State == probe.Differs {
			scheme = a.Parameter
		}
	}
	s.sayObjects(report.Left, scheme, said)
}

// sayObjects prints each cause once, then its objects, and last the commands that delete them. scheme is the word before the credentials.
// If it is "", the command takes the one of the environment.
func (s *session) sayObjects(left []probe.Leftover, scheme string, said error) {
	if len(left) == 0 {
		return
	}
	var causes []string
	objects := map[string][]probe.Leftover{}
	path, isForeign := "", false
	for _, o := range left {
		if objects[o.Why] == nil {
			causes = append(causes, o.Why)
		}
		objects[o.Why] = append(objects[o.Why], o)
		isForeign = isForeign || o.IsForeign
		path = cmp.Or(path, o.Path)
	}
	for _, cause := range causes {
		if said != nil && strings.HasSuffix(said.Error(), cause) {
			s.say("these objects are left on the engine, or may be:")
		} else {
			s.say("these objects are left on the engine, or may be: %s", s.redact.Line(cause, redact.MaxMessage))
		}
		for _, o := range objects[cause] {
			s.say("%s", document.Visible(fmt.Sprintf("  %s %s %s", o.Kind, cmp.Or(o.ID, "(id unknown)"), o.Name)))
		}
	}
	if isForeign {
		s.say("Some of them may belong to somebody else, so look at each before you delete it. If such an object has a name of probe, give it")
		s.say("a different one before you run probe -clean, which deletes every object whose name begins with %s.", probe.NamePrefix)
		return
	}
	if path != "" {
		scheme = cmp.Or(scheme, "${ENGINE_AUTH_SCHEME:-Service}")
		path = strings.ReplaceAll((&url.URL{Path: path}).EscapedPath(), "'", "%27")
		s.say("To delete the first of them, run:")
		s.say(`  echo "authorization: %s $ENGINE_ACCESS_ID $ENGINE_SECRET_KEY" | curl -X DELETE -H @- "$ENGINE_BASE_URL"'%s'`, scheme, path)
	}
	s.say("To delete all of them, run: terraform-provider-engine probe -clean")
}
