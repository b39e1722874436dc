package chart

// Palette gives each role its CSS colour: panel (what the chart lies on),
// background (what it paints under itself; "" paints nothing), line, text,
// muted, and the colours of meaning served, ok, slow, fail, bad, shed, boot and
// accent. The role font is a CSS font family list; "" inherits.
type Palette map[string]string

// The colour roles that PagePalette takes from custom properties of the same name.
var pageRoles = [...]string{"panel", "line", "text", "muted", "served", "ok", "slow", "fail", "bad", "shed", "boot", "accent"}

// PagePalette refers to the page's custom properties, so that a switch between
// light and dark recolours charts without drawing them again.
func PagePalette() Palette {
	p := make(Palette, len(pageRoles))
	for _, role := range pageRoles {
		p[role] = "var(--" + role + ")"
	}
	return p
}

// reportFont is what most systems show their own windows in.
const reportFont = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"

// ReportPalette returns literal colours, for files that stand alone.
func ReportPalette(dark bool) Palette {
	if dark {
		return Palette{
			"background": "#151b23", "panel": "#151b23", "line": "#2b3542", "text": "#e8eef5", "muted": "#9fb0c3",
			"served": "#4cc9f0", "ok": "#43d9a3", "slow": "#f6c945", "fail": "#ff7a5c", "bad": "#bb7af5",
			"shed": "#8fa3bb", "boot": "#f6c945", "accent": "#7cc4ff", "font": reportFont,
		}
	}
	return Palette{
		"background": "#ffffff", "panel": "#ffffff", "line": "#d3dce6", "text": "#14202e", "muted": "#4b5d72",
		"served": "#0072a1", "ok": "#0a7d57", "slow": "#8a6100", "fail": "#a31a2d", "bad": "#7a3dc1",
		"shed": "#5b6f86", "boot": "#8a6100", "accent": "#0b63b6", "font": reportFont,
	}
}

// colour returns a role's colour; a role that the palette lacks is drawn in the
// colour of the text around the chart.
func (p Palette) colour(role string) string {
	if c := p[role]; c != "" {
		return c
	}
	return "currentColor"
}
