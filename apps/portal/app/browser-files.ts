/** The files of the small scripts of pages, by name. */
export const modules = {
  answers: 'app/help/browser/suggest-answers.ts',
  challenge: 'app/challenge/browser/solve-challenge.ts',
  code: 'app/code/browser/enter-code.ts',
  dialog: 'app/ui/browser/dialog.ts',
  fields: 'app/number/browser/check-fields.ts',
  form: 'app/form/browser/check-form.ts',
  islands: 'app/islands/browser/watch-islands.ts',
  map: 'app/map/browser/map-frames.ts',
  geolocation: 'app/stores/browser/ask-for-location.ts',
  page: 'app/ui/browser/page.ts',
  paystack: 'app/payment/browser/paystack-popup.ts',
  pin: 'app/payment/browser/enter-pin.ts',
  plan: 'app/home-internet/browser/plan-choice.ts',
  share: 'app/ui/browser/share.ts',
  status: 'app/payment/browser/watch-status.ts',
  total: 'app/fixed-line/browser/sum-invoices.ts',
} as const

export type ModuleName = keyof typeof modules

/** Matches the scripts and pictures of the portal that a page requests. */
const ownFile = /\b(src|data-module)="(?=\/(?:assets|files)\/)/g

/** Matches the scripts of an island, its own first. */
const islandFiles = /\bdata-island="([^"]*)/g

/** Lists what a page requests once its islands are touched. */
export const islandFilesIn = (html: string): readonly string[] => [
  ...new Set([...html.matchAll(islandFiles)].flatMap(([, files = '']) => files.split(' '))),
]

/** Lets a page request them from `origin`. */
export const withAssetsFrom = (origin: string | undefined, html: string): string =>
  origin === undefined
    ? html
    : html
        .replace(ownFile, (attribute) => attribute + origin)
        .replace(islandFiles, (files) => files.replaceAll('/assets/', `${origin}/assets/`))

/** Allows it in the content security policy too. */
export const policyWithAssetsFrom = (origin: string | undefined, policy: string): string =>
  origin === undefined
    ? policy
    : policy
        .replace(`script-src 'self'`, `script-src 'self' ${origin}/assets/`)
        .replace(`img-src 'self'`, `img-src 'self' ${origin}/files/`)
