const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text escaped for markup, between tags and in quotes. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '')
