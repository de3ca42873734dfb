import { expect } from '@playwright/test'
import { readNumber, readObject, readObjects, readText } from './json.ts'
import { ask } from './sandbox.ts'

/** Sets the price of a dollar, in francs. */
export async function moveRate(rate = '2850.00'): Promise<void> {
  await ask('/__sim/rates', 'POST', { rate })
}

/** The amounts that a handset shows, as the wallet was charged: `CDF 14250`. */
export async function readPromptAmounts(party: 'money' | 'mpesa', msisdn: string): Promise<string[]> {
  const prompts = readObjects(await ask(`/__sim/${party}/prompts?msisdn=${msisdn}`))
  return prompts.map((prompt) => `${readText(prompt, 'currency')} ${readNumber(prompt, 'amountMinor') / 100}`)
}

/** What the providers recorded as charged for a line, and what it got for that, with the currency of each. */
export async function expectSums(msisdn: string, sums: { taken: readonly string[]; delivered: readonly string[] }) {
  const sumsIn = (rows: ReturnType<typeof readObjects>) =>
    rows.map((row) => `${readText(row, 'currency')} ${readNumber(row, 'amountMinor') / 100}`)
  const read = async () => {
    const { captures, deliveries } = readObject(await ask('/__sim/books'))
    return {
      taken: sumsIn(readObjects(captures).filter((capture) => readText(capture, 'payer').includes(msisdn))),
      delivered: sumsIn(readObjects(deliveries).filter((delivery) => readText(delivery, 'msisdn') === msisdn)),
    }
  }
  await expect.poll(read, { intervals: [100] }).toEqual(sums)
}
