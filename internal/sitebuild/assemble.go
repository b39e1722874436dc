package sitebuild

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// hashChars is the length of a hash in a name: 40 bits, enough that no two contents of one file
// ever meet.
const hashChars = 10

// lateStyle is the style sheet of the form of a service of one's own, which loads it.
const lateStyle = "own.css"

// runbooksName is the file of the runbooks, which debriefs ask for.
const runbooksName = "runbooks.json"

// folder is a dist/ in memory.
type folder struct {
	build     string
	models    map[string]int
	languages map[string]string // tag -> how the language calls itself
	assets    map[string]string // name in the sources -> name here
	files     []file            // in the order in which they were added
	sizes     map[string]int    // bytes by name in the sources, .gz included
	first     map[string]bool   // names in the sources that a first visit loads
	late      map[string]bool   // chunks of scripts that it does not load
}

// assemble puts the folder together: first the files that name no other, then each that names those
// before it, so that every name is known where it is needed.
func assemble(s *sources, build string) (*folder, error) {
	f := &folder{build: build, models: s.models, languages: ownNames(s.languages), assets: map[string]string{}, sizes: map[string]int{}, first: map[string]bool{}, late: map[string]bool{}}
	for _, asset := range s.hashed {
		f.addHashed(asset.name, asset.data)
		if strings.HasSuffix(asset.name, ".wasm") {
			zipped, err := s.gzip(asset.name, asset.data)
			if err != nil {
				return nil, err
			}
			f.sizes[asset.name+".gz"] = len(zipped)
		}
	}
	for _, asset := range s.plain {
		f.addPlain(asset.name, asset.data)
	}
	for _, sheet := range []struct{ name, file string }{{"style.css", "style.css"}, {lateStyle, "style/" + lateStyle}} {
		if !s.exists(sheet.file) {
			continue
		}
		style, err := s.style(sheet.file)
		if err != nil {
			return nil, err
		}
		f.addHashed(sheet.name, style)
	}
	if err := f.addModelPages(s); err != nil {
		return nil, err
	}
	if s.exists("app/worker.ts") {
		code, err := s.script("app/worker.ts", f.define())
		if err != nil {
			return nil, err
		}
		f.addHashed("worker.js", code)
	}
	for _, page := range []struct{ script, html string }{{"stage", "stage.html"}, {"main", "index.html"}} {
		if err := f.addPage(s, page.script, page.html); err != nil {
			return nil, err
		}
	}
	if s.exists("app/sw.ts") {
		code, err := s.script("app/sw.ts", f.define())
		if err != nil {
			return nil, err
		}
		// Its address must stay the same for ever: browsers look there for the next version.
		f.addPlain("sw.js", code)
	}
	return f, nil
}

// addPage bundles app/<script>.ts and adds it and the HTML file that loads it.
func (f *folder) addPage(s *sources, script, html string) error {
	code, chunks, err := s.splitScript("app/"+script+".ts", f.define())
	if err != nil {
		return err
	}
	f.addHashed(script+".js", code)
	for _, c := range chunks {
		f.addPlain(c.name, c.data)
		f.late[c.name] = c.late
	}
	text, err := os.ReadFile(filepath.Join(s.site, html))
	if err != nil {
		return fmt.Errorf("read %s: %w", html, err)
	}
	text, err = f.rename(html, text)
	if err != nil {
		return err
	}
	text = preload(absolute(text, s.address), chunks)
	if html == "index.html" {
		f.addPlain(html, text)
		f.markFirstVisit(text)
	} else {
		f.addHashed(html, text)
	}
	return nil
}

func (f *folder) addHashed(name string, data []byte) {
	ext := path.Ext(name)
	f.add(name, strings.TrimSuffix(name, ext)+"."+contentHash(data)+ext, data)
}

func (f *folder) addPlain(name string, data []byte) { f.add(name, name, data) }

func (f *folder) add(source, name string, data []byte) {
	f.assets[source] = name
	f.sizes[source] = len(data)
	f.files = append(f.files, file{name, data})
}

// define returns the constants for the next script: what is in the folder so far.
func (f *folder) define() map[string]string {
	return map[string]string{
		"__ASSETS__":    asJSON(f.assets),
		"__SIZES__":     asJSON(f.sizes),
		"__BUILD__":     asJSON(f.build),
		"__LANGUAGES__": asJSON(f.languages),
	}
}

// absolute gives the preview picture its whole address: those who unfold links do not resolve
// relative ones. Without an address it stays as it is.
func absolute(text []byte, address string) []byte {
	const property = `<meta property="og:image" content="`
	if address == "" {
		return text
	}
	return bytes.ReplaceAll(text, []byte(property), []byte(property+strings.TrimSuffix(address, "/")+"/"))
}

// preload lets the browser fetch a script's chunks beside it, and not after it.
func preload(text []byte, chunks []chunk) []byte {
	const script = `<script type="module"`
	var links strings.Builder
	for _, c := range chunks {
		if !c.late {
			fmt.Fprintf(&links, "<link rel=\"modulepreload\" href=\"%s\">\n", c.name)
		}
	}
	return bytes.Replace(text, []byte(script), []byte(links.String()+script), 1)
}

var reference = regexp.MustCompile(`(\s(?:href|src)=")([^"#:?]+)(")`)

// rename puts the hashed names into an HTML file's href and src attributes, and refuses a name that
// the folder does not have.
func (f *folder) rename(html string, text []byte) ([]byte, error) {
	var missing []string
	text = reference.ReplaceAllFunc(text, func(match []byte) []byte {
		part := reference.FindSubmatch(match)
		name, gz := strings.CutSuffix(string(part[2]), ".gz")
		hashed, ok := f.assets[name]
		if !ok {
			missing = append(missing, string(part[2]))
			return match
		}
		if gz {
			hashed += ".gz"
		}
		return []byte(string(part[1]) + hashed + string(part[3]))
	})
	if len(missing) > 0 {
		return nil, fmt.Errorf("%s refers to %s, which the build does not make", html, strings.Join(missing, ", "))
	}
	return text, nil
}

var iconLink = regexp.MustCompile(`<link[^>]*\srel="icon"[^>]*>`)

// markFirstVisit notes what a browser loads the first time: everything but the icons that only an
// installation needs, what explains, what is loaded in passing, and the locales of other languages, of which the largest stands
// for all.
func (f *folder) markFirstVisit(index []byte) {
	largest := ""
	for _, name := range slices.Sorted(maps.Keys(f.assets)) {
		switch {
		case strings.HasSuffix(name, lateSuffix), strings.HasPrefix(name, modelPage), f.late[name], name == "worker.js", name == runbooksName, name == lateStyle:
		case strings.HasPrefix(name, "locale/"):
			if largest == "" || f.sizes[name] > f.sizes[largest] {
				largest = name
			}
		case strings.HasPrefix(name, "icons/"):
			for _, link := range iconLink.FindAll(index, -1) {
				if strings.Contains(string(link), `"`+name+`"`) {
					f.first[name] = true
				}
			}
		default:
			f.first[name] = true
		}
	}
	f.first[largest] = largest != ""
	f.first["sw.js"] = true
}

// hash names the whole folder.
func (f *folder) hash() string {
	sum := sha256.New()
	for _, file := range f.files {
		fmt.Fprintf(sum, "%s %d\n", file.name, len(file.data))
		sum.Write(file.data)
	}
	return hex.EncodeToString(sum.Sum(nil))[:hashChars]
}

func contentHash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])[:hashChars]
}

// asJSON formats what cannot fail: strings, numbers, maps and structs of them.
// encoding/json sorts the keys of maps, so the bytes are the same every time.
func asJSON(value any) string {
	data, err := json.Marshal(value)
	if err != nil {
		return "null"
	}
	return string(data)
}
