// Records of other models. The site keeps the builds that it once served, each
// under m<N>/ with the model's number, or m<N>-<world>/ where two worlds need one
// with the same number; a record goes to the build that plays it.

/** The part of a build's list that matters here. */
interface BuildList { models?: Record<string, unknown> }

/** Where the record with this model of a world can be played, or undefined where no build here plays it. */
export async function placeOf(world: string, model: number): Promise<string | undefined> {
  const here = new URL(".", location.href.replace(/#.*$/, ""));
  const root = /\/m\d+(-[a-z]+)?\/$/.test(here.pathname) ? new URL("..", here) : here;
  for (const place of [new URL(`m${model}-${world}/`, root), new URL(`m${model}/`, root), root]) {
    if (place.href !== here.href && (await plays(place, world, model))) return place.href;
  }
  return undefined;
}

/** Whether the build at a place plays a model. Hosts that answer everything with a page are told apart by the list. */
async function plays(place: URL, world: string, model: number): Promise<boolean> {
  try {
    const response = await fetch(new URL("build.json", place), { cache: "no-store" });
    if (!response.ok) return false;
    const list = (await response.json()) as BuildList;
    return list.models?.[world] === model;
  } catch {
    return false;
  }
}
