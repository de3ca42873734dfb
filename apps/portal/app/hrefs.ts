import type { LanguagePrefix } from '@nyanja/domain/texts/language'
import { inLanguage } from './page-language.ts'

type Query = Readonly<Record<string, string | undefined>>

/** What is shown of the tariff table, and how. */
type TariffQuery = { kind?: string; filter?: string; sort?: string; q?: string; page?: string }

/** The place of a shop search, its radius, and the kind of shop. */
type ShopsQuery = { place?: string; radius?: string; kind?: string }

/** The visible part of a list of bundles. */
type ListQuery = { order?: string; filter?: string; page?: string }

/** A place by its name or by its point, and a technology. */
type CoverageQuery = { q?: string; at?: string; filter?: string; done?: string }

/** A page that is returned to may have a query of its own. */
function withQuery(path: string, query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  if (given.length === 0) return path
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`
}

export type Hrefs = ReturnType<typeof hrefs>

/**
 * Every screen has its address here. Addresses contain ids and choices, never a number, an account or an e-mail. Only
 * the server builds them: an island gets its addresses in its props.
 */
export function hrefs(prefix: LanguagePrefix) {
  const at = (path: string, query?: Query) => `${prefix}${withQuery(path, query)}`

  return {
    home: () => inLanguage('/', prefix),
    about: () => at('/about'),
    ...rechargeHrefs(at),
    bills: (query: { order?: string } = {}) => at('/postpaid-bill-pay', query),
    billCode: (query: { order: string; ref: string }) => at('/postpaid-bill-pay/code', query),
    billAccount: (query: { order: string }) => at('/postpaid-bill-pay/account', query),
    checkLine: (kind: 'recharge' | 'bill' | 'router' | 'balance') => at(`/line-check/${kind}`),
    dataBundle: (query: ListQuery = {}) => at('/data-bundle', query),
    dataBalance: (query: ListQuery & { active?: string } = {}) => at('/broadband-recharge', query),
    balanceCode: (query: { order: string; ref: string }) => at('/broadband-recharge/code', query),
    bundleOverlap: (query: { order: string; bundle: string }) => at('/broadband-recharge/overlap', query),
    fixedInternet: (query: { flow?: string; ended?: string } = {}) => at('/orp/fixed-internet', query),
    invoices: (query: { order: string; show?: string; from?: string; find?: string }) =>
      at('/orp/fixed-internet/invoices', query),
    internet: (query: { ended?: string } = {}) => at('/home-internet', query),
    trackLead: () => at('/hbb-lead-status'),
    coverage: (query: CoverageQuery = {}) => at('/openNetworks', query),
    coverageSites: (query: { filter: string }) => at('/openNetworks/sites', query),
    coverageSpot: () => at('/openNetworks/spot'),
    mapPlaces: () => at('/map/places'),
    mapNear: () => at('/map/near'),
    basemap: (version: string) => at(`/map/basemap/${version}`),
    shops: (query: ShopsQuery = {}) => at('/storeLocator', query),
    shop: (page: string) => at(`/storeLocator/${page}`),
    dealers: () => at('/storeLocator', { kind: 'dealers' }),
    help: () => at('/gethelp'),
    helpCategory: (category: string) => at(`/gethelp/${category}`),
    helpQuestions: (category: string, sub: string) => at(`/gethelp/${category}/${sub}`),
    helpArticle: (id: string) => at(`/gethelp/a/${encodeURIComponent(id)}`),
    helpSearch: (query: { q?: string }) => at('/gethelp/search', query),
    helpSuggestions: (query: { q?: string }) => at('/gethelp/suggestions', query),
    tariffs: (query: TariffQuery = {}) => at('/table', query),
    tariffsFile: (query: TariffQuery = {}) => at('/table/bundles.csv', query),
    /** `sent` is the reference of the sent message. */
    contact: (query: { sent?: string } = {}) => at('/contact-us', query),
    feedback: (query: { sent?: string } = {}) => at('/give_your_feedback', query),
    loans: () => at('/more-nyanja-money'),
    privacy: () => at('/privacy'),
    siteMap: () => at('/site-map'),
    webManifest: () => at('/manifest.webmanifest'),
    serviceStatus: () => at('/service-status'),
    forgetPhone: (query: { done?: string } = {}) => at('/forget-phone', query),
    findPayment: (query: { ended?: string } = {}) => at('/find-payment', query),
    findPaymentCode: (query: { ref: string }) => at('/find-payment/code', query),
    /** The page where the order was chosen. */
    choiceOf: ({ id, redirectPage }: { readonly id: string; readonly redirectPage: string }) =>
      at(redirectPage, { order: id }),
    /** `currency` is set only where it is not that of the order; `ended` after a step that is over. */
    paymentStart: ({ method, ...query }: StartQuery) =>
      at(`/payment/start${method === undefined ? '' : `/${method.replaceAll('_', '-')}`}`, query),
    /** `quote` is the other currency that the code pays in, encrypted. */
    paymentCode: (query: { order: string; ref: string; quote: string | undefined }) => at('/payment/start/code', query),
    /** `ask` is encrypted. */
    codeWait: (query: { order: string; ask: string; quote?: string | undefined }) => at('/payment/start/wait', query),
    paymentPin: (query: { order: string }) => at('/payment/start/pin', query),
    airtimeConfirm: (query: { order: string }) => at('/payment/start/airtime/confirm', query),
    gatewayRedirect: (order: string) => at('/payment/start/card/continue', { order }),
    /** With the order's id its holder may continue with it; a link to share has none. */
    status: (paymentId: string, order?: string) => at('/payment/status', { id: paymentId, order }),
    /** The page about a payment to a wrong number, for the holder of its order. */
    correction: (query: { id: string; order: string }) => at('/payment/correction', query),
    correctionCode: (query: { id: string; order: string; ref: string }) => at('/payment/correction/code', query),
    ...draftHrefs(at),
    ...payLinkHrefs(at),
    ...statusHrefs(at),
  }
}

type StartQuery = { order: string | undefined; method?: string; currency?: string; ended?: 'code' | 'pin' }

const rechargeHrefs = (at: (path: string, query?: Query) => string) => ({
  recharge: (query: { order?: string; filter?: string; kind?: string } = {}) => at('/prepaid-recharge', query),
  several: (query: { order?: string } = {}) => at('/prepaid-recharge/several', query),
})

/** The page that makes a pay-me link, and the one that the link opens. */
const payLinkHrefs = (at: (path: string, query?: Query) => string) => ({
  askToPay: (query: { order: string }) => at('/payment/start/ask', query),
  payMe: (token: string) => at(`/pay-me/${encodeURIComponent(token)}`),
})

/** What belongs to the page of a payment. */
const statusHrefs = (at: (path: string) => string) => ({
  /** The page that sells the same once more. */
  again: (paymentId: string) => at(`/payment/again/${paymentId}`),
  /** The page that the message of a reminder opens. */
  remind: (token: string) => at(`/remind/${encodeURIComponent(token)}`),
  statusState: (paymentId: string) => at(`/payment/status/${paymentId}/state`),
  receiptFile: (paymentId: string) => at(`/payment/status/${paymentId}/receipt.pdf`),
})

/** An order for internet at home that is in progress. */
type DraftQuery = { draft: string }

const draftHrefs = (at: (path: string, query: Query) => string) => ({
  leadPlan: (query: DraftQuery & { filter?: string; page?: string }) => at('/hbb-lead', query),
  leadDetails: (query: DraftQuery) => at('/hbb-lead/details', query),
  leadPlace: (query: DraftQuery & { show?: string }) => at('/hbb-lead/place', query),
  leadCode: (query: DraftQuery & { ref: string }) => at('/hbb-lead/code', query),
  /** `ask` is encrypted. */
  leadWait: (query: DraftQuery & { ask: string }) => at('/hbb-lead/wait', query),
  /** The address of a lead for a link that may read it, and no more. */
  trackedLead: (query: { lead: string }) => at('/hbb-lead-status', query),
  leadDone: (query: DraftQuery & { stay?: string }) => at('/hbb-lead/done', query),
})
