/** Returns the text for a code; a code of another release is shown as it is. */
export const textOf = (texts: Readonly<Record<string, string>>, code: string): string =>
  texts[code] ?? code.replaceAll('_', ' ')
