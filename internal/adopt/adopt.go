// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/adopt/protocol"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// adoption is one run.
type adoption struct {
	settings
	client   *engine.Client
	provider *protocol.Provider
	progress progress

	folder  *folder
	labels  labels
	managed managed
	report  report
}

// errLeftOut ends a run that wrote what fits, and not all did.
var errLeftOut = errors.New("not every object fits")

// run reads, chooses, imports, writes and proves. stdout gets the report; with dry also the files.
func (a *adoption) run(ctx context.Context, stdout io.Writer) error {
	if err := a.readWhatIsThere(); err != nil {
		return err
	}
	kinds := a.kinds()
	all, err := readAll(ctx, a.client, kinds, a.progress)
	if err != nil {
		return err
	}
	a.note(kinds, all)
	chosen, err := a.imported(ctx, a.chosen(all))
	if err != nil {
		return err
	}
	a.labels.name(chosen, func(address string) bool { return a.folder.addresses[address] })
	c, err := a.proven(ctx, chosen)
	if err != nil {
		return err
	}
	if err := a.save(c, stdout); err != nil {
		return err
	}
	a.report.print(stdout)
	if len(a.report.unfit) > 0 {
		return errLeftOut
	}
	return nil
}

func (a *adoption) readWhatIsThere() (err error) {
	if a.folder, err = readFolder(a.dir); err != nil {
		return err
	}
	if a.labels, err = readLabels(a.mapFile()); err != nil {
		return err
	}
	a.managed, err = readState(a.skipState)
	return err
}

// kinds are those that are read: all, or those that are named.
func (a *adoption) kinds() []catalog.Object {
	return slices.DeleteFunc(catalog.Objects(), func(o catalog.Object) bool { return len(a.only) > 0 && len(a.only[o.Name]) == 0 })
}

// note notes what was read, and what the map has and the engine has no more.
func (a *adoption) note(kinds []catalog.Object, all []*object) {
	a.report = report{kinds: kinds, read: map[string]int{}, folder: a.dir, dry: a.dryRun}
	found := indexOf(all)
	for _, kind := range kinds {
		a.report.read[kind.Name] = len(found[kind.Name])
		byID := a.labels[typeName(kind.Name)]
		for _, id := range slices.Sorted(maps.Keys(byID)) {
			if found[kind.Name][id] == nil {
				a.report.gone = append(a.report.gone, fmt.Sprintf("%s.%s (%s)", typeName(kind.Name), byID[id], id))
			}
		}
	}
}

// chosen are the objects that are to be adopted.
func (a *adoption) chosen(all []*object) []*object {
	return slices.DeleteFunc(all, func(o *object) bool {
		if o.id == "" {
			a.leaveOut(o, errors.New("the engine's list shows no id of it that is a text"))
			return true
		}
		if patterns := a.only[o.kind.Name]; len(a.only) > 0 && !slices.ContainsFunc(patterns, func(g glob) bool { return g.matches(o.name) }) {
			return true
		}
		reason := a.reasonToSkip(o)
		if reason != "" {
			a.report.skipped = append(a.report.skipped, o.String()+": "+reason)
		}
		return reason != ""
	})
}

func (a *adoption) reasonToSkip(o *object) string {
	if address := a.managed[o.typeName()][o.id]; address != "" {
		return fmt.Sprintf("it is in the state as %s", address)
	}
	if address := a.inFolder(o.kind.Name, o.id); address != "" {
		return fmt.Sprintf("it is in the folder as %s", address)
	}
	if address := a.folder.imports[o.typeName()+" "+o.importID()]; a.folder.addresses[address] {
		return fmt.Sprintf("an import block in the folder has it as %s", address)
	}
	return ""
}

// inFolder is the address of an object that the folder has, as the map tells, "" for none.
func (a *adoption) inFolder(kind, id string) string {
	label := a.labels[typeName(kind)][id]
	if address := typeName(kind) + "." + label; label != "" && a.folder.addresses[address] {
		return address
	}
	return ""
}

// kept are the addresses of objects that the folder has, by kind and id.
func (a *adoption) kept() map[string]map[string]string {
	all := map[string]map[string]string{}
	for _, kind := range catalog.Objects() {
		all[kind.Name] = map[string]string{}
		for id := range a.labels[typeName(kind.Name)] {
			if address := a.inFolder(kind.Name, id); address != "" {
				all[kind.Name][id] = address
			}
		}
	}
	return all
}

// imported imports objects and gives those that the provider can show.
func (a *adoption) imported(ctx context.Context, objects []*object) ([]*object, error) {
	defer a.progress.end()
	failures := make([]error, len(objects))
	each(len(objects), func(i int) {
		o := objects[i]
		if ctx.Err() == nil {
			o.imported, failures[i] = a.provider.Import(ctx, o.typeName(), o.importID())
		}
		if i%100 == 0 {
			a.progress.show("Importing: %d of %d", i, len(objects))
		}
	})
	var fit []*object
	for i, o := range objects {
		if failures[i] != nil {
			a.leaveOut(o, failures[i])
			continue
		}
		fit = append(fit, o)
	}
	return fit, ctx.Err()
}

func (a *adoption) leaveOut(o *object, reason error) {
	a.report.unfit = append(a.report.unfit, unfit{Kind: o.kind.Name, ID: o.id, Name: o.name, Reason: reason.Error()})
}

// proven is the configuration of all objects whose plan is empty. What refers to an object that is left out refers to it by its
// id, so that the proof begins again.
func (a *adoption) proven(ctx context.Context, objects []*object) (*configuration, error) {
	for {
		c := written(objects, a.folder, a.kept())
		verdicts, err := prove(ctx, a.provider, c, a.folder)
		if err != nil {
			return nil, err
		}
		before := len(objects)
		warnings := warned{map[string]string{}, map[string]int{}}
		objects = slices.DeleteFunc(objects, func(o *object) bool {
			v := verdicts[o]
			if v.err != nil {
				a.leaveOut(o, v.err)
				return true
			}
			warnings.note(o.address(), o.imported.Warnings)
			warnings.note(o.address(), v.warnings)
			return false
		})
		if len(objects) == before {
			a.report.warnings = slices.Concat(a.provider.Warnings, warnings.lines())
			a.report.secrets, a.report.imported = c.secrets, len(objects)
			for _, o := range objects {
				a.labels.set(o)
			}
			return c, nil
		}
	}
}

// save writes the files, or prints them. The map comes first: were the run to end in between, names would be kept all the same.
func (a *adoption) save(c *configuration, stdout io.Writer) error {
	for _, f := range c.files {
		a.report.files = append(a.report.files, f.name)
	}
	if a.dryRun {
		for _, f := range c.files {
			if _, err := fmt.Fprintf(stdout, "# %s\n\n%s\n", filepath.Join(a.dir, f.name), f.text); err != nil {
				return err
			}
		}
		return nil
	}
	if err := a.folder.prepare(); err != nil {
		return err
	}
	if len(c.files) > 0 {
		text, err := a.labels.text()
		if err != nil {
			return err
		}
		if err := os.WriteFile(a.mapFile()+".new", text, 0o644); err != nil {
			return err
		}
		if err := os.Rename(a.mapFile()+".new", a.mapFile()); err != nil {
			return err
		}
	}
	if err := a.folder.save(c.files); err != nil {
		return err
	}
	return a.saveUnfit()
}

// saveUnfit writes the objects that were left out, or removes the file of an earlier run when there are none among all objects.
func (a *adoption) saveUnfit() error {
	switch {
	case len(a.report.unfit) == 0 && len(a.only) > 0:
		return nil
	case len(a.report.unfit) == 0:
		return a.folder.remove(unfitFile)
	}
	text, err := asJSON(a.report.unfit)
	if err != nil {
		return err
	}
	return a.folder.save([]file{{unfitFile, text}})
}

// mapFile is where the names are kept.
func (a *adoption) mapFile() string {
	if a.labelFile != "" {
		return a.labelFile
	}
	return filepath.Join(a.dir, "adopt.map.json")
}
