import type { Portal } from '../server/portal.ts'
import type { LinkedData } from './ui/markup.tsx'

export function organisationOf({ market, publicOrigin }: Pick<Portal, 'market' | 'publicOrigin'>): LinkedData {
  const { brand, country, contact, languages } = market
  return {
    '@type': 'Organization',
    name: brand,
    url: publicOrigin,
    logo: `${publicOrigin}/files/preview.png`,
    address: contact.address,
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      telephone: contact.elsewhereNumber,
      email: contact.email,
      areaServed: country,
      availableLanguage: languages.map(({ code }) => code),
    },
  }
}

/** Turns a number as people read it into a form that a telephone dials. `#` would end the address. */
export const callHref = (number: string) => `tel:${number.replaceAll(' ', '').replaceAll('#', '%23')}`

export function mailHref(email: string, subject?: string): string {
  return `mailto:${email}${subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`}`
}
