import type { Purchase, Trade } from './conversation.ts'

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })

/** `MWK 2,000` */
export function sum(currency: string, amount: number | string): string {
  return `${currency} ${whole.format(Number(amount))}`
}

/** `MWK 2,000`, or `2,000 units` where airtime is sold in them. */
export function airtime({ currency, sellsUnits }: Trade, amount: number | string): string {
  return sellsUnits ? `${whole.format(Number(amount))} units` : sum(currency, amount)
}

/** `99 900 0001`, or what was typed where it is not nine digits. */
export function grouped(number: string): string {
  return number.replace(/^(?:\+?\d{3}|0)?(\d{2})(\d{3})(\d{4})$/, '$1 $2 $3')
}

/** `MWK 500 of airtime for 99 900 0001` */
export function purchaseWords(purchase: Purchase): string {
  const { offer, number } = purchase
  const price = priceWords(purchase)
  return `${offer === undefined ? `${price} of airtime` : `${offer.name}, ${price},`} for ${grouped(number)}`
}

export function priceWords({ offer, amount, trade }: Purchase): string {
  return offer === undefined ? airtime(trade, amount) : sum(trade.currency, amount)
}

/** A message of the portal, as a sentence. */
export function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`
}
