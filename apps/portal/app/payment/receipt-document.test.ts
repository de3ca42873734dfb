import path from 'node:path'
import { dataVolume } from '@nyanja/domain/bundles/bundle'
import { type Currency, money } from '@nyanja/domain/money/money'
import { splitTaxes } from '@nyanja/domain/money/taxes'
import { createContentFiles } from '@nyanja/server/adapters/content-files/content-files'
import { writePdf } from '@nyanja/server/adapters/pdf-receipt/write-pdf'
import { Content } from '@nyanja/server/content/content'
import { writeReceiptData } from '@nyanja/server/receipts/receipt-data'
import { contentConstants } from '@nyanja/server/settings/market'
import { readMarkets } from '@nyanja/server/settings/market-folder'
import { clockOf } from '@nyanja/web/format/clock'
import { describe, expect, it } from 'vitest'
import type { SeenPayment } from '../order/order-page.ts'
import { receiptKb, receiptOf } from './receipt-document.ts'

const home = path.join(import.meta.dirname, '..', '..')
const at = Date.UTC(2026, 10, 20, 12, 5)

function paymentIn(currency: Currency, isRefund: boolean): SeenPayment {
  const amount = money(currency, 200_000)
  const bundle = {
    ...{ productCode: 'W', name: 'Weekly 2.6GB', description: '2.6 GB for seven days', category: 'data' },
    ...{ period: 'Weekly', lineType: 'PREPAID' as const, data: dataVolume(2.6, 'GB'), price: amount },
    validity: { amount: 7, unit: 'day' as const },
  }
  const ids = { attemptId: 'T1', reference: 'NYA-7K4P-29XD' }
  return {
    attempt: {
      ...{ id: '01KAF3V8Q2M4N6P8R0T2V4X6Z8', orderId: 'O1', reference: ids.reference, amount },
      ...{ method: 'nyanja_money', gateway: 'open-api-money', checkoutType: 'push', state: 'captured' },
      ...{ payerMsisdn: '991234567', returnToken: 'r', paysOrder: true, checks: 1 },
      ...{ createdAt: at, decidedAt: at + 12_000, expiresAt: at + 600_000 },
    },
    delivery: {
      ...{ ...ids, kind: 'bundle', msisdn: '991234567', amount, sends: 1, lookups: 0, createdAt: at },
      ...{ state: isRefund ? 'impossible' : 'delivered', decidedAt: at + 15_000 },
    },
    ...(isRefund && { refund: { ...ids, state: 'refunded', tries: 1, createdAt: at, decidedAt: at + 60_000 } }),
    refundMode: 'by_call',
    order: {
      ...{ id: 'O1', channel: 'web', language: 'en', msisdn: '991234567', lineType: 'PREPAID' },
      ...{ redirectPage: '/', createdAt: at, expiresAt: at, choice: { kind: 'bundle', amount, bundle } },
    },
  }
}

describe('a receipt in each language of each market', () => {
  const all = readMarkets(path.join(home, 'markets')).flatMap(({ market, folder }) =>
    market.languages.flatMap(({ code }) =>
      [false, true].map((isRefund) => ({ name: `${market.code} ${code}`, market, folder, code, isRefund })),
    ),
  )

  it.each(all)('weighs what its link says: $name, refunded: $isRefund', async ({ market, folder, code, isRefund }) => {
    const own = folder && path.join(folder, 'content')
    const content = new Content(createContentFiles({ folder: path.join(home, 'content'), own }), {
      languages: market.languages.map((language) => language.code),
      constants: contentConstants(market),
    })
    await content.load()
    const payment = paymentIn(market.currency, isRefund)
    const { receiptText, facts } = receiptOf(payment, {
      market,
      language: code,
      texts: content.page('orp-translation', code),
      bundleTexts: content.page('recharge-translation', code),
      receiptTexts: content.page('receipt-translation', code),
      clock: clockOf(market, code),
      taxes: splitTaxes(payment.attempt.amount, market.taxes?.rates ?? []),
    })
    const bytes = await writePdf({ ...receiptText, json: writeReceiptData(facts, 'https://portal.example') })
    expect(Math.abs(bytes.length / 1000 - receiptKb)).toBeLessThan(5)
  })
})
