/** What a page asks for besides itself: scripts and pictures of ours. */
const ownFile = /\b(src|data-module)="(?=\/(?:assets|files)\/)/g

/** Lets a page ask `origin` for them. */
export const withAssetsFrom = (origin: string | undefined, html: string): string =>
  origin === undefined ? html : html.replace(ownFile, (attribute) => attribute + origin)

/** The same in the list of scripts with which a page is taken over. */
export const filesFrom = (origin: string | undefined, json: string): string =>
  origin === undefined ? json : json.replaceAll('"/assets/', `"${origin}/assets/`)

/** And lets its content security policy know. */
export const policyWithAssetsFrom = (origin: string | undefined, policy: string): string =>
  origin === undefined
    ? policy
    : policy
        .replace(`script-src 'self'`, `script-src 'self' ${origin}/assets/ ${origin}/files/`)
        .replace(`img-src 'self'`, `img-src 'self' ${origin}/files/`)
