/** The texts of each page. English defines the keys; an unknown key is a compile error. */
export type ContentPackages = {
  readonly 'about-translation': typeof import('../../../../apps/portal/content/en/about-translation.json')
  readonly 'again-translation': typeof import('../../../../apps/portal/content/en/again-translation.json')
  readonly 'bill-translation': typeof import('../../../../apps/portal/content/en/bill-translation.json')
  readonly 'broadband-translation': typeof import('../../../../apps/portal/content/en/broadband-translation.json')
  readonly 'contact-translation': typeof import('../../../../apps/portal/content/en/contact-translation.json')
  readonly 'correction-translation': typeof import('../../../../apps/portal/content/en/correction-translation.json')
  readonly 'errors-translation': typeof import('../../../../apps/portal/content/en/errors-translation.json')
  readonly 'feedback-translation': typeof import('../../../../apps/portal/content/en/feedback-translation.json')
  readonly 'find-payment-translation': typeof import('../../../../apps/portal/content/en/find-payment-translation.json')
  readonly 'fixed-internet-translation': typeof import('../../../../apps/portal/content/en/fixed-internet-translation.json')
  readonly 'footer-translation': typeof import('../../../../apps/portal/content/en/footer-translation.json')
  readonly 'form-translation': typeof import('../../../../apps/portal/content/en/form-translation.json')
  readonly 'getHelp-translation': typeof import('../../../../apps/portal/content/en/getHelp-translation.json')
  readonly 'home-internet-translation': typeof import('../../../../apps/portal/content/en/home-internet-translation.json')
  readonly 'incident-banner': typeof import('../../../../apps/portal/content/en/incident-banner.json')
  readonly 'lead-status-translation': typeof import('../../../../apps/portal/content/en/lead-status-translation.json')
  readonly 'loader-translation': typeof import('../../../../apps/portal/content/en/loader-translation.json')
  readonly 'loans-translation': typeof import('../../../../apps/portal/content/en/loans-translation.json')
  readonly 'mail-translation': typeof import('../../../../apps/portal/content/en/mail-translation.json')
  readonly 'map-translation': typeof import('../../../../apps/portal/content/en/map-translation.json')
  readonly 'meta-data-config': typeof import('../../../../apps/portal/content/en/meta-data-config.json')
  readonly 'network-translation': typeof import('../../../../apps/portal/content/en/network-translation.json')
  readonly 'orp-translation': typeof import('../../../../apps/portal/content/en/orp-translation.json')
  readonly 'pay-me-translation': typeof import('../../../../apps/portal/content/en/pay-me-translation.json')
  readonly 'privacy-policy-config': typeof import('../../../../apps/portal/content/en/privacy-policy-config.json')
  readonly 'receipt-translation': typeof import('../../../../apps/portal/content/en/receipt-translation.json')
  readonly 'recharge-translation': typeof import('../../../../apps/portal/content/en/recharge-translation.json')
  readonly 'reminder-translation': typeof import('../../../../apps/portal/content/en/reminder-translation.json')
  readonly 'saved-numbers-translation': typeof import('../../../../apps/portal/content/en/saved-numbers-translation.json')
  readonly 'service-status-translation': typeof import('../../../../apps/portal/content/en/service-status-translation.json')
  readonly 'several-translation': typeof import('../../../../apps/portal/content/en/several-translation.json')
  readonly 'site-map-translation': typeof import('../../../../apps/portal/content/en/site-map-translation.json')
  readonly 'sms-translation': typeof import('../../../../apps/portal/content/en/sms-translation.json')
  readonly 'storeLocator-translation': typeof import('../../../../apps/portal/content/en/storeLocator-translation.json')
  readonly 'submissions-translation': typeof import('../../../../apps/portal/content/en/submissions-translation.json')
  readonly 'table-translation': typeof import('../../../../apps/portal/content/en/table-translation.json')
  readonly 'website-footer-config': typeof import('../../../../apps/portal/content/en/website-footer-config.json')
  readonly 'website-headers-config': typeof import('../../../../apps/portal/content/en/website-headers-config.json')
  readonly 'website-homepage-config': typeof import('../../../../apps/portal/content/en/website-homepage-config.json')
}

export type PackageName = keyof ContentPackages

const named: Readonly<Record<PackageName, true>> = {
  'about-translation': true,
  'again-translation': true,
  'bill-translation': true,
  'broadband-translation': true,
  'contact-translation': true,
  'correction-translation': true,
  'errors-translation': true,
  'feedback-translation': true,
  'find-payment-translation': true,
  'fixed-internet-translation': true,
  'footer-translation': true,
  'form-translation': true,
  'getHelp-translation': true,
  'home-internet-translation': true,
  'incident-banner': true,
  'lead-status-translation': true,
  'loader-translation': true,
  'loans-translation': true,
  'mail-translation': true,
  'map-translation': true,
  'meta-data-config': true,
  'network-translation': true,
  'orp-translation': true,
  'pay-me-translation': true,
  'privacy-policy-config': true,
  'receipt-translation': true,
  'recharge-translation': true,
  'reminder-translation': true,
  'saved-numbers-translation': true,
  'service-status-translation': true,
  'several-translation': true,
  'site-map-translation': true,
  'sms-translation': true,
  'storeLocator-translation': true,
  'submissions-translation': true,
  'table-translation': true,
  'website-footer-config': true,
  'website-headers-config': true,
  'website-homepage-config': true,
}

export const packageNames: readonly string[] = Object.keys(named)

export function isPackageName(name: string): name is PackageName {
  return Object.hasOwn(named, name)
}
