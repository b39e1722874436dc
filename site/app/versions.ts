// Records of other models. The site keeps the builds that it once served, each
// under m<N>/ with the model's number; a record goes to the build that plays it.

/** The part of a build's list that matters here. */
interface BuildList { model?: unknown }

/** Where the record with this model can be played, or undefined where no build here plays it. */
export async function placeOf(model: number): Promise<string | undefined> {
  const here = new URL(".", location.href.replace(/#.*$/, ""));
  const root = /\/m\d+\/$/.test(here.pathname) ? new URL("..", here) : here;
  for (const place of [new URL(`m${model}/`, root), root]) {
    if (place.href !== here.href && (await plays(place, model))) return place.href;
  }
  return undefined;
}

/** Whether the build at a place plays a model. Hosts that answer everything with a page are told apart by the list. */
async function plays(place: URL, model: number): Promise<boolean> {
  try {
    const response = await fetch(new URL("build.json", place), { cache: "no-store" });
    if (!response.ok) return false;
    const list = (await response.json()) as BuildList;
    return list.model === model;
  } catch {
    return false;
  }
}
