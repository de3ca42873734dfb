/** The word for a code; a code of another release stands for itself, in plain letters. */
export const wordOf = (words: Readonly<Record<string, string>>, code: string): string =>
  words[code] ?? code.replaceAll('_', ' ')
