// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package checkrelease

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"debug/elf"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	root = "../.."
	name = "terraform-provider-engine"
)

// platforms lists the platforms that registry providers are usually built for. Go does not support darwin/386 or darwin/arm, and Terraform
// does not support windows/arm.
var platforms = []string{
	"darwin_amd64", "darwin_arm64",
	"freebsd_386", "freebsd_amd64", "freebsd_arm", "freebsd_arm64",
	"linux_386", "linux_amd64", "linux_arm", "linux_arm64",
	"windows_386", "windows_amd64", "windows_arm64",
}

// snapshot describes the files built by `make snapshot`.
type snapshot struct {
	directory, version string
	platforms          []string
}

func builtSnapshot(t *testing.T) snapshot {
	t.Helper()
	s := snapshot{os.Getenv("DIST"), os.Getenv("VERSION"), platforms}
	if s.directory == "" || s.version == "" {
		t.Fatal("DIST or VERSION is not set: run make snapshot")
	}
	if onePlatform() {
		s.platforms = []string{"linux_amd64"}
	}
	return s
}

func onePlatform() bool { return os.Getenv("ONE_PLATFORM") != "" }

func (s snapshot) archive(platform string) string {
	return name + "_" + s.version + "_" + platform + ".zip"
}

// TestFiles checks that the built files are those that the Terraform and OpenTofu registries require.
func TestFiles(t *testing.T) {
	s := builtSnapshot(t)
	manifest := readFile(t, filepath.Join(root, "terraform-registry-manifest.json"))
	wantSums := []string{sum(manifest) + "  " + name + "_" + s.version + "_manifest.json"}
	var wantArchives []string
	for _, platform := range s.platforms {
		archive := filepath.Join(s.directory, s.archive(platform))
		wantSums = append(wantSums, sum(readFile(t, archive))+"  "+s.archive(platform))
		wantArchives = append(wantArchives, archive)
		t.Run(platform, func(t *testing.T) { s.checkArchive(t, archive, platform) })
	}
	archives, err := filepath.Glob(filepath.Join(s.directory, "*.zip"))
	if err != nil || !slices.Equal(archives, wantArchives) {
		t.Errorf("the archives are %q, want %q (%v)", archives, wantArchives, err)
	}
	sums := strings.Split(strings.TrimSpace(string(readFile(t, filepath.Join(s.directory, name+"_"+s.version+"_SHA256SUMS")))), "\n")
	slices.Sort(sums)
	slices.Sort(wantSums)
	if !slices.Equal(sums, wantSums) {
		t.Errorf("the checksums are\n%s\nwant\n%s", strings.Join(sums, "\n"), strings.Join(wantSums, "\n"))
	}
	if !bytes.Contains(manifest, []byte(`"protocol_versions": ["6.0"]`)) {
		t.Errorf("the manifest does not declare protocol 6.0: %s", manifest)
	}
}

func (s snapshot) checkArchive(t *testing.T, path, platform string) {
	t.Helper()
	archive, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = archive.Close() }()
	program := s.program(platform)
	var names []string
	for _, file := range archive.File {
		names = append(names, file.Name)
		if !file.Modified.Equal(archive.File[0].Modified) {
			t.Errorf("%s has the time %v and %s has %v, so a second build would produce different bytes", file.Name, file.Modified,
				archive.File[0].Name, archive.File[0].Modified)
		}
		if file.Name == program && file.Mode().Perm() != 0o755 {
			t.Errorf("%s has the mode %v", file.Name, file.Mode())
		}
	}
	slices.Sort(names)
	if want := []string{"CHANGELOG.md", "LICENSE", "README.md", program}; !slices.Equal(names, want) {
		t.Errorf("the archive has %q, want %q", names, want)
	}
	checkProgram(t, readProgram(t, path, program), platform)
}

func (s snapshot) program(platform string) string {
	if strings.HasPrefix(platform, "windows_") {
		return name + "_v" + s.version + ".exe"
	}
	return name + "_v" + s.version
}

// checkProgram checks a binary's platform and build settings, and that ELF binaries (for Linux and FreeBSD) contain no symbol table.
func checkProgram(t *testing.T, program []byte, platform string) {
	t.Helper()
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, setting := range info.Settings {
		got[setting.Key] = setting.Value
	}
	system, architecture, _ := strings.Cut(platform, "_")
	for key, want := range map[string]string{
		"GOOS": system, "GOARCH": architecture, "CGO_ENABLED": "0", "-trimpath": "true", "vcs.revision": "",
	} {
		if got[key] != want {
			t.Errorf("%s is %q, want %q", key, got[key], want)
		}
	}
	file, err := elf.NewFile(bytes.NewReader(program))
	if err == nil && file.Section(".symtab") != nil {
		t.Error("the binary is not stripped")
	}
	if isELF := err == nil; isELF != (system == "linux" || system == "freebsd") {
		t.Errorf("the binary is in the ELF format: %t (%v)", isELF, err)
	}
}

func readProgram(t *testing.T, path, program string) []byte {
	t.Helper()
	archive, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = archive.Close() }()
	file, err := archive.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func sum(text []byte) string {
	hash := sha256.Sum256(text)
	return hex.EncodeToString(hash[:])
}
