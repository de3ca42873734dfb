const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as it may stand in markup, between tags and in quotes. */
export const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? '')

/** Data in a script element: `<` would end the element early if it stood there as it is. */
export const inScript = (json: string) =>
  json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
