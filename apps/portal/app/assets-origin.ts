/** What a page asks for besides itself: scripts and pictures of ours. */
const ownFile = /\b(src|data-module)="(?=\/(?:assets|files)\/)/g

/** The scripts of an island, its own first. */
const islandFiles = /(?<=\bdata-island=")[^"]*/g

/** What a page asks for once its islands are touched. */
export const islandFilesIn = (html: string): readonly string[] => [
  ...new Set((html.match(islandFiles) ?? []).flatMap((files) => files.split(' '))),
]

/** Lets a page ask `origin` for them. */
export const withAssetsFrom = (origin: string | undefined, html: string): string =>
  origin === undefined
    ? html
    : html
        .replace(ownFile, (attribute) => attribute + origin)
        .replace(islandFiles, (files) => files.replaceAll('/assets/', `${origin}/assets/`))

/** And lets its content security policy know. */
export const policyWithAssetsFrom = (origin: string | undefined, policy: string): string =>
  origin === undefined
    ? policy
    : policy
        .replace(`script-src 'self'`, `script-src 'self' ${origin}/assets/`)
        .replace(`img-src 'self'`, `img-src 'self' ${origin}/files/`)
