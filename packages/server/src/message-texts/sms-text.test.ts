import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createContentFiles } from '../adapters/content-files/content-files.ts'
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
  const gsm7 = /^[\n@ A-Za-z0-9£$¥èéùìòÇØøÅåÆæßÉÄÖÑÜäöñüàΔ_ΦΓΛΩΠΨΣΘΞ!"#¤%&'()*+,\-./:;<=>?¡§¿]+$/

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
    expect(text).toContain(receiver.replaceAll('•', '*'))
    expect(text).toMatch(gsm7)
    expect(text.length).toBeLessThanOrEqual(160)
  })
})
