import { describe, expect, it } from 'vitest'
import { giftMessageLength, isPaidByAnother, mayBeGift, readGiftMessage } from './gift-message.ts'

const valid = (message: string) => ({ outcome: 'valid', message })
const fault = (name: string) => ({ outcome: 'fault', fault: name })

describe('the message of a gift', () => {
  it.each(['', ' ', '\n\t ', undefined])('is left out by an empty field: %j', (typed) => {
    expect(readGiftMessage(typed)).toEqual({ outcome: 'none' })
  })

  it.each([
    ['Happy birthday, Thoko!', 'Happy birthday, Thoko!'],
    ['  Zikomo \n kwambiri ', 'Zikomo kwambiri'],
    ['Ndimakukonda ŵanga', 'Ndimakukonda wanga'],
    ['Nw\u0302anga', 'Nwanga'],
    ['Joyeux Noël, mon cœur – à bientôt', 'Joyeux Noel, mon coeur - à bientot'],
    ['\u201cThanks\u201d\u00a0mum\u2019s girl', '"Thanks" mum\'s girl'],
    ['Born 1996', 'Born 1996'],
    ['2.50 for you... mum. See you at 5 a.m.', '2.50 for you... mum. See you at 5 a.m.'],
    ['You are #1', 'You are #1'],
    ['5 * 5 = 25', '5 * 5 = 25'],
  ])('is written in the letters of an SMS: %j', (typed, sent) => {
    expect(readGiftMessage(typed)).toEqual(valid(sent))
  })

  it.each([
    'Win at bit.ly',
    'HTTP free',
    'https://a',
    'www nyanja',
    'see my-shop.example now',
    'nyanja.mw/x',
    'bit\u2024ly',
    'bit\uff0ely',
    'see 4.me',
    'ftp://a',
  ])('has no link: %j', (typed) => {
    expect(readGiftMessage(typed)).toEqual(fault('has_link'))
  })

  it.each(['me@home', 'me @ home', 'a\uff20b'])('has no e-mail address: %j', (typed) => {
    expect(readGiftMessage(typed)).toEqual(fault('has_address'))
  })

  it.each([
    'Call 0991234567',
    'Call 099 12-34.5',
    '0 9 9 1 2',
    '\uff11\uff12\uff13\uff14\uff15',
    '①②③④⑤',
    'Dial *1# now',
    '*#6#',
    'a1b2c3d4e5',
  ])('has no phone number and no code to dial: %j', (typed) => {
    expect(readGiftMessage(typed)).toEqual(fault('has_digits'))
  })

  it.each(['Happy birthday \u{1f382}', 'Привет', '你好', '\u0661\u0662', 'bit\u3002ly'])(
    'has only letters and signs that every phone shows: %j',
    (typed) => {
      expect(readGiftMessage(typed)).toEqual(fault('has_pictures'))
    },
  )

  it.each(['a\u0000b', 'a\u001bb', 'a\u007fb', 'a\u200bb', 'a\u202eb', 'a\u2066b'])(
    'has no hidden signs: %j',
    (typed) => {
      expect(readGiftMessage(typed)).toEqual(fault('has_controls'))
    },
  )

  it('is no longer than fits into the SMS, counted as it is sent', () => {
    const most = 'a'.repeat(giftMessageLength)
    expect(readGiftMessage(most)).toEqual(valid(most))
    expect(readGiftMessage(`  ${most}  `)).toEqual(valid(most))
    expect(readGiftMessage(`${most}a`)).toEqual(fault('too_long'))
    // These are two septets each, and a letter with its mark is two characters of Unicode.
    expect(readGiftMessage('€'.repeat(giftMessageLength / 2))).toMatchObject({ outcome: 'valid' })
    expect(readGiftMessage(`${'€'.repeat(giftMessageLength / 2)}a`)).toEqual(fault('too_long'))
    expect(readGiftMessage('w\u0302'.repeat(giftMessageLength))).toEqual(valid('w'.repeat(giftMessageLength)))
    expect(readGiftMessage('œ'.repeat(giftMessageLength))).toEqual(fault('too_long'))
  })

  it('stays the same when it is read again', () => {
    for (const typed of ['Zikomo \u2013 kwambiri', 'Noël \u00ad', '{x} [y] ~ | \\ ^']) {
      const reading = readGiftMessage(typed)
      expect(readGiftMessage(reading.outcome === 'valid' ? reading.message : '')).toEqual(reading)
    }
  })
})

describe('a gift', () => {
  it.each([
    [{ choice: { kind: 'airtime' } }, true],
    [{ choice: { kind: 'bundle' } }, true],
    [{ choice: { kind: 'bill' } }, false],
    [{ choice: { kind: 'invoice' } }, false],
    [{ choice: { kind: 'plan' } }, false],
    [{}, false],
    [{ choice: { kind: 'airtime' }, payLink: 'token' }, false],
    [{ choice: { kind: 'bundle' }, account: '1234567890' }, false],
  ] as const)('is airtime or a bundle for a number that the giver typed: %j', (order, is) => {
    expect(mayBeGift(order)).toBe(is)
  })

  it('is paid from another number than the one that gets it, or by card', () => {
    expect(isPaidByAnother({ method: 'nyanja_money', payerMsisdn: '999000001' }, '991234567')).toBe(true)
    expect(isPaidByAnother({ method: 'nyanja_money', payerMsisdn: '991234567' }, '991234567')).toBe(false)
    expect(isPaidByAnother({ method: 'card', payerMsisdn: '991234567' }, '991234567')).toBe(true)
  })
})
