// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/newfile"
	"github.com/engine-platform/terraform-provider-engine/internal/base/progress"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/protocol"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/statefile"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

type adoption struct {
	settings
	client   *engine.Client
	provider *protocol.Provider
	progress *progress.Line

	directory *directory
	labels    labels
	mapText   []byte          // adopt.map.json before this run; nil if there was none
	unfit     []byte          // unfit.json before this run; nil if there was none
	managed   map[string]bool // the objects in the state, as "type id"
	report    report
}

// errLeftOut means that adopt wrote the files but left out some objects. The exit status is then 1.
var errLeftOut = errors.New("some objects were left out")

// run imports the selected objects, checks that their new configuration has an empty plan, writes it, and prints the report.
func (a *adoption) run(ctx context.Context, stdout io.Writer) error {
	if err := a.readInputs(ctx); err != nil {
		return err
	}
	arguments, err := a.directory.providerArguments()
	if err != nil {
		return err
	}
	if err := a.provider.Configure(ctx, arguments); err != nil {
		return err
	}
	kinds := a.kinds()
	all, err := readAll(ctx, a.client, kinds, a.progress)
	if err != nil {
		return err
	}
	names := map[string][]string{} // includes objects adopted earlier, so that the same -only succeeds again
	for _, o := range all {
		names[o.kind.Name] = append(names[o.kind.Name], o.name)
	}
	if err := a.checkOnly("the engine", names); err != nil {
		return err
	}
	a.countObjects(kinds, all)
	chosen, err := a.importObjects(ctx, a.choose(all))
	if err != nil {
		return err
	}
	a.labels.assign(chosen, a.directory.isTaken)
	c, err := a.propose(ctx, chosen)
	if err != nil {
		return err
	}
	if err := a.directory.checkTargets(c.index.written); err != nil {
		return a.report.withReasons(err)
	}
	if err := a.save(c, stdout); err != nil {
		return err
	}
	if err := a.report.print(stdout, a.json); err != nil {
		return err
	}
	if len(a.report.LeftOut) > 0 {
		return errLeftOut
	}
	return nil
}

func (a *adoption) readInputs(ctx context.Context) (err error) {
	if a.directory, err = readDirectory(&configuration.Directory{Path: a.dir}); err != nil {
		return err
	}
	if a.mapText, err = readOwn(a.mapFile()); err != nil {
		return err
	}
	if a.labels, err = parseLabels(a.mapFile(), a.mapText); err != nil {
		return err
	}
	unfitPath := filepath.Join(a.dir, unfitFile)
	if a.unfit, err = readOwn(unfitPath); err != nil {
		return err
	}
	if err := checkUnfitFile(unfitPath, a.unfit); err != nil {
		return err
	}
	return a.readState(ctx)
}

// readState records which objects are in the state, because adopt skips them. By default, it reads the file terraform.tfstate in a.dir.
func (a *adoption) readState(ctx context.Context) error {
	isOwn := a.skipState == ""
	instances, _, err := statefile.Read(ctx, a.dir, a.skipState)
	a.managed = map[string]bool{}
	for _, i := range instances {
		id, _ := i.Attributes["id"].(string)
		isWrittenAgain := isOwn && a.wasAdopted(i, id)
		if i.Mode == "managed" && id != "" && !isWrittenAgain {
			a.managed[i.Type+" "+id] = true
		}
	}
	return err
}

// wasAdopted reports whether a resource instance in the state comes from an earlier run of adopt. If the user has since deleted its
// resource block, adopt must write the block again. Otherwise, Terraform would delete the object.
func (a *adoption) wasAdopted(i statefile.Instance, id string) bool {
	block := a.directory.imports[i.Type+" "+id]
	isNamed := i.Name == a.labels[i.Type][id] || block.single && block.resource == i.Type+"."+i.Name
	return isNamed && i.Module == "" && i.Key == nil
}

func (a *adoption) kinds() []catalog.Object {
	return slices.DeleteFunc(catalog.Objects(), func(o catalog.Object) bool { return len(a.only) > 0 && len(a.only[o.Name]) == 0 })
}

// countObjects creates the report. It adds the number of objects of each kind, and lists the resources in adopt.map.json whose objects no
// longer exist.
func (a *adoption) countObjects(kinds []catalog.Object, all []*object) {
	a.report = newReport(a.settings, kinds)
	found := indexOf(all)
	for _, kind := range kinds {
		a.report.Read[kind.Name] = len(found[kind.Name])
		byID := a.labels[typeName(kind.Name)]
		for _, id := range slices.Sorted(maps.Keys(byID)) {
			if found[kind.Name][id] == nil {
				a.report.Gone = append(a.report.Gone, goneObject{typeName(kind.Name) + "." + byID[id], id})
			}
		}
	}
}

// choose returns the objects to adopt. It skips objects that have no id, don't match -only, or are already declared.
func (a *adoption) choose(all []*object) []*object {
	return slices.DeleteFunc(all, func(o *object) bool {
		if o.id == "" {
			a.leaveOut(o, errors.New("the engine's list shows no string id for it"))
			return true
		}
		if !a.chooses(o.kind.Name, o.name) {
			return true
		}
		reason := a.reasonToSkip(o)
		if reason != "" {
			a.report.Skipped = append(a.report.Skipped, omittedObject{Kind: o.kind.Name, ID: o.id, Name: o.name, Reason: reason})
		}
		return reason != ""
	})
}

// reasonToSkip returns why adopt must not write a resource for an object, such as "in the state", or "" if it should write one.
func (a *adoption) reasonToSkip(o *object) string {
	if a.managed[o.typeName()+" "+o.id] {
		return "in the state"
	}
	if a.inDirectory(o.kind.Name, o.id) != "" {
		return "in the directory"
	}
	block, has := a.directory.imports[o.typeName()+" "+o.id]
	switch {
	case !has:
		return ""
	case !block.single || a.directory.addresses[block.resource]:
		return "in import blocks of the directory"
	}
	o.label, o.importAs = strings.TrimPrefix(block.resource, o.typeName()+"."), block.id
	return ""
}

// inDirectory returns the address of the resource that declares an object in the directory, or "" if there is none. If a moved block
// renames the resource, inDirectory returns the new address.
func (a *adoption) inDirectory(kind, id string) string {
	label := a.labels[typeName(kind)][id]
	address := typeName(kind) + "." + label
	if to := a.directory.moved[address]; to != "" {
		address = to
	}
	if label != "" && a.directory.addresses[address] {
		return address
	}
	return ""
}

// directoryAddresses maps each kind and object id to the address of the resource that declares the object in the directory.
func (a *adoption) directoryAddresses() map[string]map[string]string {
	all := map[string]map[string]string{}
	for _, kind := range catalog.Objects() {
		all[kind.Name] = map[string]string{}
		for id := range a.labels[typeName(kind.Name)] {
			if address := a.inDirectory(kind.Name, id); address != "" {
				all[kind.Name][id] = address
			}
		}
	}
	return all
}

// importObjects imports objects and returns those that it could import. It adds the others to the report as left out.
func (a *adoption) importObjects(ctx context.Context, objects []*object) ([]*object, error) {
	defer a.progress.Clear()
	var begun atomic.Int64
	failures := protocol.Each(ctx, objects, func(o *object) (err error) {
		a.progress.Say("Importing: %d of %d", begun.Add(1), len(objects))
		o.imported, err = a.provider.Import(ctx, o.typeName(), o.importID())
		return err
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var fit []*object
	for i, o := range objects {
		if failures[i] != nil {
			a.leaveOut(o, failures[i])
		} else {
			fit = append(fit, o)
		}
	}
	return fit, nil
}

func (a *adoption) leaveOut(o *object, reason error) {
	a.report.LeftOut = append(a.report.LeftOut, omittedObject{Kind: o.kind.Name, ID: o.id, Name: o.name, Reason: reason.Error()})
}

// propose returns a configuration whose plan only imports objects and changes none of them. With -all, the plan may also add keys to
// "extra". If propose must leave out an object, it starts over without that object. References to the object's resource then become the
// object's id.
func (a *adoption) propose(ctx context.Context, objects []*object) (*proposal, error) {
	for {
		c, err := a.newProposal(ctx, objects)
		if err != nil {
			return nil, err
		}
		if err := a.verify(ctx, c); err != nil {
			return nil, err
		}
		before := len(objects)
		warnings := warningList{}
		objects = slices.DeleteFunc(objects, func(o *object) bool {
			if o.verdict.err != nil {
				a.leaveOut(o, o.verdict.err)
				return true
			}
			warnings.add(o.address(), slices.Concat(o.imported.Warnings, o.verdict.warnings))
			return false
		})
		if len(objects) == before {
			a.report.Warnings = append(append(a.report.Warnings, a.provider.Warnings...), warnings.lines()...)
			a.report.Secrets, a.report.UnknownKeys = append(a.report.Secrets, c.secrets...), c.unknown
			for _, o := range objects {
				a.report.Imported = append(a.report.Imported, importedObject{o.address(), o.kind.Name, o.id, o.name, o.verdict.declares})
				a.labels.set(o)
			}
			return c, nil
		}
	}
}

// save writes the configuration, adopt.map.json (the resource names) and unfit.json (the objects left out). A dry run instead prints the
// files or, with -json, adds them to the report.
func (a *adoption) save(c *proposal, stdout io.Writer) error {
	files := c.files
	if len(files) > 0 {
		file := newfile.File{Name: cmp.Or(a.labelFile, mapName), Text: indentedJSON(a.labels), Was: a.mapText}
		files = append([]newfile.File{file}, files...)
	}
	if len(a.report.LeftOut) > 0 {
		files = append(files, newfile.File{Name: unfitFile, Text: indentedJSON(a.report.LeftOut), Was: a.unfit})
	}
	for _, f := range files {
		written := writtenFile{Path: f.Name}
		if a.dryRun {
			written.Text = f.Text
		}
		a.report.Files = append(a.report.Files, written)
	}
	switch {
	case a.dryRun && a.json:
		return nil
	case !a.dryRun:
		return a.write(files)
	}
	for _, f := range files {
		path := filepath.Join(a.dir, f.Name)
		if f.Name == a.labelFile {
			path = f.Name
		}
		if _, err := fmt.Fprintf(stdout, "# %s\n\n%s\n", path, document.VisibleLines(f.Text)); err != nil {
			return err
		}
	}
	return nil
}

// write writes the files in an order that is safe even if adopt is killed: adopt.map.json first, then the import blocks, and then the
// resources. Applying a resource without its import block would create a second object.
func (a *adoption) write(files []newfile.File) error {
	if err := os.MkdirAll(a.dir, 0o755); err != nil {
		return err
	}
	if a.labelFile != "" && len(files) > 0 && files[0].Name == a.labelFile {
		file := files[0]
		directory, name := filepath.Split(file.Name)
		file.Name = name
		if err := newfile.Write(cmp.Or(directory, "."), []newfile.File{file}); err != nil {
			return err
		}
		files = files[1:]
	}
	rank := func(f newfile.File) int {
		switch {
		case f.Name == mapName:
			return 0
		case strings.HasPrefix(f.Name, importStem):
			return 1
		}
		return 2
	}
	files = slices.SortedStableFunc(slices.Values(files), func(a, b newfile.File) int { return rank(a) - rank(b) })
	if err := newfile.Write(a.dir, files); err != nil || a.unfit == nil || len(a.report.LeftOut) > 0 || len(a.only) > 0 {
		return err
	}
	return os.Remove(filepath.Join(a.dir, unfitFile)) // every object can be imported now
}

const mapName = "adopt.map.json"

// mapFile returns the path of the file with the resource names: the value of -map or, by default, adopt.map.json.
func (a *adoption) mapFile() string { return cmp.Or(a.labelFile, filepath.Join(a.dir, mapName)) }
