import type { Purchase } from './conversation.ts'

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })

/** `MWK 2,000` */
export function kwacha(amount: number | string): string {
  return `MWK ${whole.format(Number(amount))}`
}

/** `99 900 0001`, or what was typed where it is not nine digits. */
export function grouped(number: string): string {
  return number.replace(/^(?:\+?265|0)?(\d{2})(\d{3})(\d{4})$/, '$1 $2 $3')
}

/** `MWK 500 of airtime for 99 900 0001` */
export function purchaseWords({ offer, amount, number }: Purchase): string {
  const what = offer === undefined ? `${kwacha(amount)} of airtime` : `${offer.name}, ${kwacha(amount)},`
  return `${what} for ${grouped(number)}`
}

/** A message of the portal, as a sentence. */
export function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`
}
