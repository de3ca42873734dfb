import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createContentFiles } from '../adapters/content-files/content-files.ts'
import { textParts } from '../adapters/smpp/text-parts.ts'
import type { OutboxMessage } from '../common/outbox-message.ts'
import { Content } from '../content/content.ts'
import { CodeSecrets } from '../otp/code-secrets.ts'
import { contentConstants, readMarket } from '../settings/market.ts'
import { createSmsText } from './sms-text.ts'

const refundModeOf = (gateway?: string) => (gateway === 'uba' ? 'by_hand' : 'by_call')

const folder = path.join(import.meta.dirname, '../../../../apps/portal/content')
const market = readMarket(path.join(folder, '../markets/mw.json'))
const log = { warn: () => {}, error: () => {} }

describe('a message about a home internet order', () => {
  async function textOf(message: Partial<OutboxMessage>): Promise<string> {
    const constants = contentConstants(market)
    const content = new Content(createContentFiles({ folder }), { languages: ['en', 'sw'], constants, log })
    await content.load()
    const codeSecrets = new CodeSecrets('a secret of at least thirty-two characters')
    const text = createSmsText({ content, market, publicOrigin: 'https://nyanja.example', codeSecrets, refundModeOf })
    const params = { reference: 'HB-7K4P-29XD', trackId: 'T1', at: '0' }
    return text({ id: 'm', kind: 'leadReceived', msisdn: '999000001', language: 'en', params, tries: 0, ...message })
  }

  it('contains its reference and a link to its progress', async () => {
    expect(await textOf({})).toBe(
      'We have your internet order HB-7K4P-29XD. Follow it: https://nyanja.example/hbb-lead-status?lead=T1',
    )
    expect(await textOf({ language: 'sw' })).toContain('https://nyanja.example/sw/hbb-lead-status?lead=T1')
  })

  it("contains the installation day in the market's time zone", async () => {
    const lateOnThursday = Date.parse('2026-11-26T22:30:00Z')
    const params = { reference: 'HB-7K4P-29XD', trackId: 'T1', at: '0', day: String(lateOnThursday) }
    expect(await textOf({ kind: 'leadScheduled', params })).toMatch(/we come on Fri,? 27 Nov\. https/)
  })

  it('exists for no other events', async () => {
    await expect(textOf({ kind: 'leadForgotten' })).rejects.toThrow('No text for leadForgotten')
  })
})

describe('a message with the code of a payment', () => {
  it.each([
    ['en', '+265 99 ••• ••67'],
    ['sw', '+265 99 ••• ••67'],
    ['fr', '+243 99 ••• ••67'],
    ['en', 'P1••••••7890'],
    ['sw', 'P1••••••7890'],
    ['fr', 'P1••••••7890'],
  ])('names the masked receiver in one SMS (%s, %s)', async (language, receiver) => {
    const constants = contentConstants(market)
    const content = new Content(createContentFiles({ folder }), { languages: ['en', 'sw', 'fr'], constants, log })
    await content.load()
    const codeSecrets = new CodeSecrets('a secret of at least thirty-two characters')
    const publicOrigin = 'https://selfservice.longest-brand-name.example'
    const textOf = createSmsText({ content, market, publicOrigin, codeSecrets, refundModeOf })
    const params = { sealed: codeSecrets.seal('123456', 'm'), receiver }
    const text = textOf({ id: 'm', kind: 'oneTimeCode', msisdn: '999000001', language, params, tries: 0 })
    expect(text).toContain(receiver)
    expect(textParts(text, 'gsm7')).toMatchObject({ dataCoding: 0, parts: { length: 1 } })
  })
})

describe('each message', () => {
  const markets = path.join(folder, '../markets')
  /** The texts of codes, a variant of another text, and parts of one. */
  const giftParts = ['giftAirtime', 'giftBundle', 'giftAnyBundle', 'giftWords']
  const notKinds = new Set(['oneTimeCode', 'paymentCode', 'deliveredBundleNoExpiry', 'timeToBuyAirtime', ...giftParts])
  const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 28, 21, 45))
  const id = 'S31DFQZE6RKECJAH8G7G2E18GZVBCE'
  /** The longest values of a customer's message, on the 28th of a month. */
  const combo = 'Combo 12GB + 600 min + 1,000 SMS, 30 days'
  const longest = (at: number): OutboxMessage['params'] => ({
    ...{ reference: 'NYA-7K4P-29XD', amount: 'MWK\u00a01,000,000', paid: 'MWK\u00a01,000,000', trackId: id },
    ...{ numbers: '10', bundle: combo, product: combo, at: String(at), day: String(at), endsAt: String(at) },
  })

  it.each([
    ['mw.json', undefined],
    ['cd.json', undefined],
    ['zm/market.json', 'zm/content'],
  ])('of %s fits into two SMS in every month, with the letters of the GSM alphabet', async (file, ownTexts) => {
    const one = readMarket(path.join(markets, file))
    const languages = one.languages.map(({ code }) => code)
    const files = createContentFiles({ folder, ...(ownTexts && { own: path.join(markets, ownTexts) }) })
    const content = new Content(files, { languages, constants: contentConstants(one), log })
    await content.load()
    const codeSecrets = new CodeSecrets('a secret of at least thirty-two characters')
    const publicOrigin = 'https://selfservice.nyanja.example'
    const textOf = createSmsText({ content, market: one, publicOrigin, codeSecrets, refundModeOf })
    const kindsIn = (language: string) =>
      Object.keys(content.page('sms-translation', language)).filter((key) => !notKinds.has(key))
    const texts = languages.flatMap((language) =>
      kindsIn(language).flatMap((kind) =>
        months.map((at) => {
          const message = { id: 'm', attemptId: id, kind, msisdn: '999000001', language, tries: 0 }
          return textOf({ ...message, params: longest(at) })
        }),
      ),
    )
    const parted = texts.map((text) => ({ text, ...textParts(text, 'gsm7') }))
    expect(parted.filter(({ dataCoding, parts }) => dataCoding !== 0 || parts.length > 2)).toEqual([])
    expect(texts.filter((text) => text.includes('..'))).toEqual([])
  })
})
