package qrcode

import (
	"fmt"
	"image"
	"image/color"
	"regexp"
	"strconv"
	"strings"
	"testing"

	go_qr "github.com/piglig/go-qr"
)

// raster draws the SVG as a phone's camera would see it.
func raster(t *testing.T, svg string) image.Image {
	t.Helper()
	const scale = 4
	var side int
	if _, err := fmt.Sscanf(svg[strings.Index(svg, "viewBox"):], `viewBox="0 0 %d`, &side); err != nil {
		t.Fatal(err)
	}
	img := image.NewGray(image.Rect(0, 0, side*scale, side*scale))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	for _, run := range regexp.MustCompile(`M(\d+) (\d+)h(\d+)`).FindAllStringSubmatch(svg, -1) {
		x, _ := strconv.Atoi(run[1])
		y, _ := strconv.Atoi(run[2])
		w, _ := strconv.Atoi(run[3])
		for py := y * scale; py < (y+1)*scale; py++ {
			for px := x * scale; px < (x+w)*scale; px++ {
				img.SetGray(px, py, color.Gray{})
			}
		}
	}
	return img
}

func TestACodeReadsBackAsItsLink(t *testing.T) {
	for _, n := range []int{1, 60, 400, CharactersMax} {
		link := "https://example.org/oncall/#r=AAAAPZsBAadzZXJ2aWNlqmJhZC1kZXBsb3nOcgmkL87_____lAAMAi2cCwcBAwcB"
		link = strings.Repeat(link, CharactersMax/len(link)+1)[:n]
		svg, err := SVG(link)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := go_qr.Decode(raster(t, svg)); err != nil || got != link {
			t.Errorf("%d characters read back as %q (%v)", n, got, err)
		}
	}
}

func TestTextsThatNoPhoneReadsAreRefused(t *testing.T) {
	for _, text := range []string{"", strings.Repeat("x", CharactersMax+1)} {
		if _, err := SVG(text); err == nil {
			t.Errorf("%d characters were accepted", len(text))
		}
	}
}
