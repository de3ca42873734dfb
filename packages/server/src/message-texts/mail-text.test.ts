import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createContentFiles } from '../adapters/content-files/content-files.ts'
import { Content } from '../content/content.ts'
import type { DueMail } from '../messages/mails.ts'
import { contentConstants, readMarket } from '../settings/market.ts'
import { createMailText } from './mail-text.ts'

const refundModeOf = (gateway?: string) => (gateway === 'uba' ? 'by_hand' : 'by_call')

const home = path.join(import.meta.dirname, '../../../../apps/portal')
const market = readMarket(path.join(home, 'markets', 'mw.json'))

const mail: DueMail = {
  id: 'T1-deliveredBundle',
  attemptId: 'T1',
  kind: 'deliveredBundle',
  email: 'thoko@example.com',
  language: 'en',
  tries: 0,
  params: {
    reference: 'NYA-7K4P-29XD',
    amount: 'MWK 2,000',
    at: String(Date.UTC(2026, 10, 20, 12, 5)),
    line: '991234567',
    method: 'card',
    bundle: 'Weekly <2.6GB>',
    endsAt: String(Date.UTC(2026, 10, 27, 12, 5)),
  },
}

describe('a receipt by e-mail', () => {
  let textOf: ReturnType<typeof createMailText>
  beforeAll(async () => {
    const content = new Content(createContentFiles({ folder: path.join(home, 'content') }), {
      languages: ['en', 'sw'],
      constants: contentConstants(market),
    })
    await content.load()
    textOf = createMailText({ content, market, publicOrigin: 'https://portal.example', refundModeOf })
  })

  it('contains the product, the receiver, the payment method and a link', () => {
    const { subject, text } = textOf(mail)
    expect(subject).toBe('Receipt: MWK 2,000, NYA-7K4P-29XD')
    expect(text).toContain('Weekly <2.6GB> is on +265 99 ••• ••67. Use it until Fri')
    for (const row of ['Reference: NYA-7K4P-29XD', 'Bought: Weekly <2.6GB>', 'Amount: MWK 2,000', 'Paid with: Card'])
      expect(text).toContain(row)
    expect(text).toContain('https://portal.example/payment/status?id=T1')
    expect(text).toMatch(/Time: Fri,? 20 Nov 2026,? (at )?14:05/)
  })

  it('has the same content as HTML, with typed text escaped', () => {
    const { html } = textOf(mail)
    expect(html).toContain('Weekly &lt;2.6GB&gt;')
    expect(html).toContain('<a href="https://portal.example/payment/status?id=T1">')
    expect(html).not.toContain('<2.6GB>')
  })

  it('names a later time where only staff can make a refund', () => {
    const begun = { ...mail, kind: 'refundBegun' }
    expect(textOf({ ...begun, params: { ...mail.params, gateway: 'dpo' } }).text).toMatch(/by [^.]*21 Nov/)
    expect(textOf({ ...begun, params: { ...mail.params, gateway: 'uba' } }).text).toMatch(/by [^.]*23 Nov/)
  })

  it.each(['deliveredAirtime', 'deliveredBundle', 'planPaid', 'refundBegun', 'refunded'])(
    'is complete in both languages: %s, without a complete number',
    (kind) => {
      for (const language of ['en', 'sw']) {
        const { subject, text, html } = textOf({ ...mail, kind, language })
        for (const part of [subject, text, html]) {
          expect(part).not.toMatch(/\{\w+\}/)
          expect(part).not.toContain('991234567')
        }
      }
    },
  )

  it('names the paid account, masked, and its invoices', () => {
    const { line: _, bundle: __, endsAt: ___, ...params } = mail.params
    const paid = { ...params, account: 'PE••••••7890', invoices: 'INV-1, INV-2' }
    const { text } = textOf({ ...mail, kind: 'billPaid', params: paid })
    for (const row of ['For: PE••••••7890', 'Bought: Bill payment', 'Invoice number: INV-1, INV-2'])
      expect(text).toContain(row)
    expect(text).not.toContain('+265')
    expect(textOf({ ...mail, kind: 'refunded', params: paid }).text).toContain('Bought: Bill payment')
  })

  it('names the paid plan and its order', () => {
    const { endsAt: _, ...rest } = mail.params
    const params = { ...rest, bundle: 'Home 150GB', lead: 'HB-7K4P-29XD' }
    for (const kind of ['planPaid', 'refunded']) {
      const { text } = textOf({ ...mail, kind, params })
      for (const row of ['Bought: Home 150GB', 'Home internet order: HB-7K4P-29XD']) expect(text).toContain(row)
    }
    expect(textOf({ ...mail, kind: 'planPaid', params }).text).toContain('calls you within two working days')
  })

  it('links to the page in its own language', () => {
    expect(textOf({ ...mail, language: 'sw' }).text).toContain('https://portal.example/sw/payment/status?id=T1')
  })

  it('contains only the link for a payment search', () => {
    for (const language of ['en', 'sw']) {
      const { subject, text, html } = textOf({ ...mail, kind: 'paymentLink', language, params: {} })
      expect(text).toContain('/payment/status?id=T1')
      for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\w+\}|undefined|MWK/)
    }
  })

  it('leaves out unknown values', () => {
    expect(() => textOf({ ...mail, kind: 'lottery' })).toThrow(/No text/)
  })
})

describe('a receipt in a market with two currencies', () => {
  it('has in French the delivered product, the paid amount and the time zone', async () => {
    const congo = readMarket(path.join(home, 'markets', 'cd.json'))
    const content = new Content(createContentFiles({ folder: path.join(home, 'content') }), {
      languages: ['fr', 'sw'],
      constants: contentConstants(congo),
    })
    await content.load()
    const airtime = {
      reference: 'NYA-7K4P-29XD',
      amount: 'USD 5',
      paid: 'CDF 14\u202f250',
      at: String(Date.UTC(2026, 10, 20, 12, 5)),
      line: '830000001',
      method: 'mpesa',
    }
    const textOf = createMailText({ content, market: congo, publicOrigin: 'https://portal.example', refundModeOf })
    const { text } = textOf({ ...mail, kind: 'deliveredAirtime', language: 'fr', params: airtime })
    expect(text).toContain('USD 5 de crédit sont sur le +243 83')
    for (const row of ['Montant: CDF 14\u202f250', 'Payé avec: M-Pesa', 'Heure: ven. 20 nov. 2026'])
      expect(text).toContain(row)
    expect(text).toContain('13:05 (Kinshasa)')
  })
})
