export function greeting(engine: string, bytes: number, build: string): string {
  return `engine ${engine} of ${bytes} bytes, build ${build}`;
}
