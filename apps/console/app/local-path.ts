/** An address of the console; browsers read two slashes of either kind as another site. */
export function localPath(given: string | null): string {
  return given !== null && /^\/(?![/\\])[\x21-\x7e]*$/.test(given) ? given : '/'
}
