// What the browser keeps between visits. Inside sandboxed frames, and where a
// user forbids it, storage throws: then nothing is kept, and nothing else fails.

const prefix = "oncall.";

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // Nothing was kept.
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(prefix + key, value);
  } catch {
    // Not kept: the setting lasts as long as the page.
  }
}
