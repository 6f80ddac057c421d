// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

type mutation struct {
	// key identifies the mutation by the function, the text of the line, and the change. It omits the line number, so that the keys in
	// equal.txt stay valid when lines move.
	key         string
	file        string // relative to the module's root
	line        int
	from, to    int
	replacement string
}

// other maps each operator to its possible replacements.
var other = map[token.Token][]token.Token{
	token.EQL:        {token.NEQ},
	token.NEQ:        {token.EQL},
	token.LSS:        {token.LEQ, token.GEQ},
	token.LEQ:        {token.LSS, token.GTR},
	token.GTR:        {token.GEQ, token.LEQ},
	token.GEQ:        {token.GTR, token.LSS},
	token.LAND:       {token.LOR},
	token.LOR:        {token.LAND},
	token.ADD:        {token.SUB},
	token.SUB:        {token.ADD},
	token.ADD_ASSIGN: {token.SUB_ASSIGN},
	token.SUB_ASSIGN: {token.ADD_ASSIGN},
	token.INC:        {token.DEC},
	token.DEC:        {token.INC},
}

// mutationsOf returns the mutations of all functions in a package, in file order.
func mutationsOf(pkg string) ([]mutation, error) {
	files, err := filepath.Glob(filepath.Join(root, pkg, "*.go"))
	if err != nil {
		return nil, err
	}
	var all []mutation
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		found, err := mutationsIn(pkg+"/"+filepath.Base(path), source)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// finder collects the possible mutations of a file.
type finder struct {
	name     string
	source   []byte
	set      *token.FileSet
	function string
	body     *ast.BlockStmt // of the function
	seen     map[string]int // number of mutations so far with each key
	found    []mutation
}

func mutationsIn(name string, source []byte) ([]mutation, error) {
	f := finder{name: name, source: source, set: token.NewFileSet(), seen: map[string]int{}}
	file, err := parser.ParseFile(f.set, name, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, declaration := range file.Decls {
		function, ok := declaration.(*ast.FuncDecl)
		if !ok || function.Body == nil {
			continue
		}
		f.function, f.body = function.Name.Name, function.Body
		ast.Inspect(function.Body, func(n ast.Node) bool {
			f.visit(n)
			return true
		})
	}
	return f.found, nil
}

func (f *finder) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		f.turn(n.OpPos, n.Op)
		if len(other[n.Op]) > 0 {
			f.count(n.X)
			f.count(n.Y)
		}
	case *ast.AssignStmt:
		f.turn(n.TokPos, n.Tok)
	case *ast.IncDecStmt:
		f.turn(n.TokPos, n.Tok)
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			f.add(n.OpPos, n.X.Pos(), "")
		}
	case *ast.IndexExpr:
		f.count(n.Index)
	case *ast.SliceExpr:
		f.count(n.Low)
		f.count(n.High)
	case *ast.Ident:
		if turned := map[string]string{"true": "false", "false": "true"}[n.Name]; turned != "" {
			f.add(n.Pos(), n.End(), turned)
		}
	case *ast.BlockStmt:
		if n != f.body { // Without its last return, a function with a result does not compile.
			f.drop(n.List)
		}
	case *ast.CaseClause:
		f.drop(n.Body)
	}
}

func (f *finder) turn(at token.Pos, operator token.Token) {
	for _, replacement := range other[operator] {
		f.add(at, at+token.Pos(len(operator.String())), replacement.String())
	}
}

// count adds a mutation that increases a number by one.
func (f *finder) count(e ast.Expr) {
	if literal, ok := e.(*ast.BasicLit); ok && literal.Kind == token.INT {
		if n, err := strconv.ParseInt(literal.Value, 0, 64); err == nil {
			f.add(literal.Pos(), literal.End(), strconv.FormatInt(n+1, 10))
		}
	}
}

// drop adds a mutation that removes the return, break or continue at the end of a block.
func (f *finder) drop(statements []ast.Stmt) {
	if len(statements) == 0 {
		return
	}
	switch last := statements[len(statements)-1].(type) {
	case *ast.ReturnStmt:
		f.add(last.Pos(), last.End(), "")
	case *ast.BranchStmt:
		if last.Tok == token.BREAK || last.Tok == token.CONTINUE {
			f.add(last.Pos(), last.End(), "")
		}
	}
}

func (f *finder) add(from, to token.Pos, replacement string) {
	m := mutation{file: f.name, line: f.set.Position(from).Line, replacement: replacement}
	m.from, m.to = f.set.Position(from).Offset, f.set.Position(to).Offset
	start := bytes.LastIndexByte(f.source[:m.from], '\n') + 1
	changed, _, _ := bytes.Cut(f.source[m.from:m.to], []byte("\n"))
	rest, _, _ := bytes.Cut(f.source[m.from+len(changed):], []byte("\n"))
	line := strings.TrimSpace(fmt.Sprintf("%s«%s»%s", f.source[start:m.from], changed, rest))
	m.key = strings.TrimSpace(fmt.Sprintf("%s %s: %s => %s", f.name, f.function, line, replacement))
	f.seen[m.key]++
	if n := f.seen[m.key]; n > 1 {
		m.key += fmt.Sprintf(" (%d)", n)
	}
	f.found = append(f.found, m)
}

// changedFile is the name of the file that contains a mutation.
const changedFile = "changed.go"

// writeOverlay writes the changed file to a directory, and an overlay file that makes the go command use it.
func (m mutation) writeOverlay(directory, overlay string) error {
	path, err := filepath.Abs(filepath.Join(root, m.file))
	if err != nil {
		return err
	}
	source, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	changed := filepath.Join(directory, changedFile)
	source = slices.Concat(source[:m.from], []byte(m.replacement), source[m.to:])
	text, jsonErr := json.Marshal(map[string]any{"Replace": map[string]string{path: changed}})
	return errors.Join(os.WriteFile(changed, source, 0o600), jsonErr, os.WriteFile(overlay, text, 0o600))
}
