import { listPlaceholders } from '@nyanja/domain/texts/fill'
import { describe, expect, it } from 'vitest'
import english from '../../content/en/orp-translation.json' with { type: 'json' }
import swahili from '../../content/sw/orp-translation.json' with { type: 'json' }
import { textsFor } from '../order/methods.ts'

describe.each([
  ['en', english],
  ['sw', swahili],
])('the texts of a payment in %s', (_language, texts) => {
  it('do not treat airtime as a company', () => {
    const ofAirtime = textsFor('airtime', texts)
    const { textChecking, stepMoneyChecking, stepRefundSentText, reasonDeclined, reasonRefused } = ofAirtime
    const sentences = [textChecking, stepMoneyChecking, stepRefundSentText, reasonDeclined, reasonRefused]
    expect(sentences.join(' ')).not.toContain('{method}')
    expect(ofAirtime.reasonInsufficient).toBe(texts.reasonInsufficientAirtime)
    expect(ofAirtime.reasonInvalidUser).toBe(texts.reasonNoAirtime)
  })

  it('require no value that the others do not get', () => {
    for (const [name, text] of Object.entries(textsFor('airtime', texts))) {
      const known = listPlaceholders(Object.entries(texts).find(([key]) => key === name)?.[1] ?? '')
      expect(known, name).toEqual(expect.arrayContaining(listPlaceholders(text)))
    }
  })

  it('do not ask a card whether it took the money', () => {
    const { textChecking, stepMoneyChecking } = textsFor('card', texts)
    expect(`${textChecking} ${stepMoneyChecking}`).not.toContain('{method}')
  })

  it('stay the same for every other payment method', () => {
    expect(textsFor('mpesa', texts)).toEqual(texts)
  })
})
