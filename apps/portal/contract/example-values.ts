/** What examples need from a market. */
export interface ExampleMarket {
  readonly country: string
  readonly opco: string
  readonly timeZone: string
  readonly currency: string
  readonly secondCurrency?: string | undefined
  readonly numbers: { readonly countryCode: string; readonly length: number; readonly example: string }
  readonly amounts: {
    readonly prepaid: { readonly min: number; readonly max: number; readonly quick: readonly number[] }
    readonly postpaid: { readonly min: number; readonly max: number }
  }
  readonly enableAmPin: boolean
  readonly customerCareNumber: string
  readonly pinResetDial: string
  readonly paymentMaxTry: number
  readonly map: { readonly centre: { readonly lat: number; readonly lng: number } }
}

/** Numbers, places and prices of a market. */
export function toExampleValues(market: ExampleMarket) {
  const { numbers, amounts, currency, secondCurrency, timeZone, map } = market
  const mobileNumber = numbers.example
  const units = amounts.prepaid.quick[2] ?? amounts.prepaid.min
  // Where a second currency is in use, recharges are in units of airtime, hundredths of the price.
  const price = secondCurrency === undefined ? units : units / 100
  const bill = { accountNo: '1000234568', totalOutstanding: amounts.postpaid.min * 182.5, currency }
  const recharge = { amount: String(price), mobileNumber, currencyCode: currency, transactionType: 'PREPAID_RECHARGE' }
  return {
    ...{ mobileNumber, price, bill, recharge, currency, countryCode: numbers.countryCode },
    airtime: secondCurrency === undefined ? {} : { unit: String(units) },
    otherNumber: mobileNumber.slice(0, -1) + ((Number(mobileNumber.at(-1)) + 1) % 10),
    maskedNumber: `${mobileNumber.slice(0, 2)}•••${mobileNumber.slice(-2)}`,
    fields: {
      ...{ fullName: 'Thoko Phiri', contactNumber: mobileNumber },
      ...{ topic: 'recharge', message: 'My bundle did not come' },
    },
    town: timeZone.replace(/^.*\//, '').replaceAll('_', ' '),
    planPrice: amounts.postpaid.min * 450,
    at: { latitude: map.centre.lat, longitude: map.centre.lng },
  }
}

export type ExampleValues = ReturnType<typeof toExampleValues>
