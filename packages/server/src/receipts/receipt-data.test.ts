import { readFileSync } from 'node:fs'
import path from 'node:path'
import { money } from '@nyanja/domain/money/money'
import { splitTaxes } from '@nyanja/domain/money/taxes'
import Ajv from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ReceiptData, type ReceiptFacts, receiptSchemaPath, writeReceiptData } from './receipt-data.ts'

const published = path.join(import.meta.dirname, '../../../../apps/portal/public', receiptSchemaPath)
const schema = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(published, 'utf8')))

const amount = money('CDF', 5_700_000)
const facts: ReceiptFacts = {
  reference: 'NYA-7K4P-29XD',
  transactionId: '01KAF3V8Q2M4N6P8R0T2V4X6Z8',
  status: 'delivered',
  issuer: { name: 'Nyanja', address: 'Kinshasa', country: 'CD', taxNumber: 'A0123456B' },
  item: { kind: 'bundle', description: '2.6 Go', receiver: '+243 83 ••• ••67' },
  amount,
  ordered: money('USD', 2000),
  method: 'M-Pesa',
  paidAt: Date.UTC(2026, 10, 20, 12, 5, 12),
  deliveredAt: Date.UTC(2026, 10, 20, 12, 5, 15),
  timeZone: 'Africa/Kinshasa',
  taxes: splitTaxes(amount, [{ name: { fr: 'TVA' }, basisPoints: 1600 }]),
  language: 'fr',
}

describe('the receipt for programs', () => {
  it('follows the schema that it names and the portal publishes', () => {
    const { $schema: _, ...rules } = schema
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(rules)
    const data: unknown = JSON.parse(writeReceiptData(facts, 'https://portal.example'))
    expect(data).toMatchObject({ $schema: 'https://portal.example/files/receipt-1.schema.json' })
    expect(validate(data)).toBe(true)
    expect(validate({ ...facts })).toBe(false)
  })

  it('has sums in whole units, and taxes that add up', () => {
    expect(JSON.parse(writeReceiptData(facts, 'https://portal.example'))).toMatchObject({
      amount: { currency: 'CDF', value: '57000' },
      ordered: { currency: 'USD', value: '20' },
      taxes: {
        net: { currency: 'CDF', value: '49137.93' },
        lines: [{ name: 'TVA', basisPoints: 1600, amount: { currency: 'CDF', value: '7862.07' } }],
      },
    })
  })

  it('is published as it is checked here: a change is another version', () => {
    expect(schema).toEqual(JSON.parse(JSON.stringify(z.toJSONSchema(ReceiptData))))
  })
})
