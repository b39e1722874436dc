export function greeting(engine: string, bytes: number, model: number, build: string): string {
  return `engine ${engine} of ${bytes} bytes, model ${model}, build ${build}`;
}
