/** The spec asks for these without a language before the page; the `lang` header says it. */
export const unprefixedPages: ReadonlySet<string> = new Set([
  'fetch-sites-data-5g',
  'meta-data-config',
  'privacy-policy-config',
  'lead-status-config',
])
