/** Links that an editor can name in the header and footer of every page; their texts are in the same package. */
export const siteLinkNames = {
  'website-headers-config': ['navRecharge', 'navPayBill', 'navInternet', 'navCoverage', 'navShops', 'navHelp'],
  'website-footer-config': [
    'contactUs',
    'shops',
    'dealers',
    'serviceExperience',
    'moneyLoans',
    'tariffs',
    'findPayment',
    'trackLead',
    'about',
    'privacy',
    'serviceHealth',
    'forgetPhone',
    'siteMap',
  ],
} as const

export type HeaderLinkName = (typeof siteLinkNames)['website-headers-config'][number]
export type FooterLinkName = (typeof siteLinkNames)['website-footer-config'][number]

/** The spec requires these addresses without a language prefix; the `lang` header has the language. */
export const unprefixedPages: ReadonlySet<string> = new Set([
  'fetch-sites-data-5g',
  'meta-data-config',
  'privacy-policy-config',
  'lead-status-config',
])
