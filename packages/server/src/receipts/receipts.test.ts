import { money } from '@nyanja/domain/money/money'
import { describe, expect, it } from 'vitest'
import type { ReceiptFacts } from './receipt-data.ts'
import type { ReceiptDocument, ReceiptTexts } from './receipt-document.ts'
import { Receipts } from './receipts.ts'

const amount = money('MWK', 200_000)
const vat = { name: { en: 'VAT' }, basisPoints: 1650, from: '2026-11-20' }
const facts: ReceiptFacts = {
  reference: 'NYA-7K4P-29XD',
  transactionId: 'T1',
  status: 'delivered',
  issuer: { name: 'Nyanja', address: 'Blantyre', country: 'MW' },
  item: { kind: 'airtime', description: 'MWK 2,000' },
  amount,
  method: 'Card',
  paidAt: 0,
  timeZone: 'Africa/Blantyre',
  language: 'en',
}
const receiptTextsOf = (reference: string): ReceiptTexts => ({
  ...{ language: 'en', title: 'Receipt', brand: 'Nyanja', colours: undefined, logo: undefined, at: 0, isRefund: false },
  ...{ state: 'Successful', name: 'Receipt', reference, text: '', amountTerm: 'Amount', amount: 'MWK 2,000', rows: [] },
  ...{ id: 'T1', taxes: { heading: 'Tax', rows: [], note: '' }, notes: [], issuer: [], dataDescription: '' },
})

function open(print = async (_: ReceiptDocument) => new Uint8Array(1), isRefused = () => false) {
  const printed: string[] = []
  const receipts = new Receipts({
    printer: {
      print: async (document) => {
        printed.push(document.reference)
        return print(document)
      },
    },
    origin: 'https://portal.example',
    taxRates: [vat],
    dayOf: (at) => new Date(at).toISOString().slice(0, 10),
    limit: {
      admit: async () => (isRefused() ? { outcome: 'refused', retryAfterSeconds: 60 } : { outcome: 'admitted' }),
    },
    nextTask: async () => {},
  })
  return { receipts, printed }
}

describe('receipts as files', () => {
  it('are drawn once for the same payment', async () => {
    const { receipts, printed } = open()
    await Promise.all([receipts.pdf(receiptTextsOf('A'), facts), receipts.pdf(receiptTextsOf('A'), facts)])
    await receipts.pdf(receiptTextsOf('A'), facts)
    await receipts.pdf(receiptTextsOf('B'), facts)
    expect(printed).toEqual(['A', 'B'])
  })

  it('are refused for a payment whose receipt is asked for without end, even if it is kept', async () => {
    const limit = { isReached: false }
    const { receipts } = open(undefined, () => limit.isReached)
    await receipts.pdf(receiptTextsOf('A'), facts)
    limit.isReached = true
    await expect(receipts.pdf(receiptTextsOf('A'), facts)).rejects.toMatchObject({ code: 'too_many_requests' })
  })

  it('are refused while sixty wait, and drawn again afterwards', async () => {
    const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
    const { receipts } = open(async () => {
      await isFree
      return new Uint8Array(1)
    })
    const all = Array.from({ length: 60 }, (_, at) => receipts.pdf(receiptTextsOf(`W${at}`), facts))
    await expect(receipts.pdf(receiptTextsOf('late'), facts)).rejects.toMatchObject({ code: 'overloaded' })
    free()
    await Promise.all(all)
    await expect(receipts.pdf(receiptTextsOf('late'), facts)).resolves.toHaveLength(1)
  })

  it('are tried again after a failure', async () => {
    let isBroken = true
    const { receipts } = open(async () => {
      if (isBroken) throw new Error('no font')
      return new Uint8Array(1)
    })
    await expect(receipts.pdf(receiptTextsOf('A'), facts)).rejects.toThrow('no font')
    isBroken = false
    await expect(receipts.pdf(receiptTextsOf('A'), facts)).resolves.toHaveLength(1)
  })

  it('state the taxes of the day of the payment, where there are any', () => {
    const { receipts } = open()
    const at = Date.UTC(2026, 10, 20)
    expect(receipts.taxesIn(amount, { kind: 'airtime', at })?.net).toEqual(money('MWK', 171_674))
    expect(receipts.taxesIn(amount, { kind: 'airtime', at: at - 1 })).toBeUndefined()
  })
})
