import { expect } from '@playwright/test'
import { numberIn, objectIn, objectsIn, textIn } from './json.ts'
import { ask } from './sandbox.ts'

/** Sets the price of a dollar, in francs. */
export async function moveRate(rate = '2850.00'): Promise<void> {
  await ask('/__sim/rates', 'POST', { rate })
}

/** The amounts that a handset shows, as the wallet was charged: `CDF 14250`. */
export async function askedOn(party: 'money' | 'mpesa', msisdn: string): Promise<string[]> {
  const prompts = objectsIn(await ask(`/__sim/${party}/prompts?msisdn=${msisdn}`))
  return prompts.map((prompt) => `${textIn(prompt, 'currency')} ${numberIn(prompt, 'amountMinor') / 100}`)
}

/** What the providers recorded as charged for a line, and what it got for that, with the currency of each. */
export async function expectSums(msisdn: string, sums: { taken: readonly string[]; delivered: readonly string[] }) {
  const sumsIn = (rows: ReturnType<typeof objectsIn>) =>
    rows.map((row) => `${textIn(row, 'currency')} ${numberIn(row, 'amountMinor') / 100}`)
  const read = async () => {
    const { captures, deliveries } = objectIn(await ask('/__sim/books'))
    return {
      taken: sumsIn(objectsIn(captures).filter((capture) => textIn(capture, 'payer').includes(msisdn))),
      delivered: sumsIn(objectsIn(deliveries).filter((delivery) => textIn(delivery, 'msisdn') === msisdn)),
    }
  }
  await expect.poll(read, { intervals: [100] }).toEqual(sums)
}
