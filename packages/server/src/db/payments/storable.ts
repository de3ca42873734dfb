/** PostgreSQL has no text with a NUL in it, and takes a question about one for an error. */
export function canBeStored(text: string): boolean {
  return !text.includes('\0')
}
