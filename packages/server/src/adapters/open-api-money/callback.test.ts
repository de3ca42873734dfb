import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createMoneyCallbackReader, readMoneyCallback } from './callback.ts'

const key = 'cb-key-vector'
const transaction =
  '{"id":"TXN-1","message":"Paid MWK 1,000","status_code":"TS","airtel_money_id":"MP210603.1234.L06941"}'
const hashA = 'DsFTZUHNZOEb8IzCO2N+HFG/tG2GSSa3bhOcbyvd2FU='
const hashB = 'IXDwZSIWXRXEawypd0V3hK2/M4DLbbcuC2w3+4Pqm90='

const hashOf = (text: string) => createHmac('sha256', key).update(text).digest('base64')
const read = (body: string, options = {}) => readMoneyCallback(Buffer.from(body), { keys: [key], ...options })

describe('a signed callback', () => {
  it.each([
    ['the transaction alone', hashA],
    ['the body without its hash', hashB],
  ])('is accepted when its hash covers %s', (_form, hash) => {
    expect(read(`{"transaction":${transaction},"hash":"${hash}"}`)).toEqual({ attemptId: 'TXN-1' })
    expect(read(`{"hash":"${hash}","transaction":${transaction}}`)).toEqual({ attemptId: 'TXN-1' })
  })

  it.each([
    ['at the end', `{ "transaction" : ${transaction} }`, `{ "transaction" : ${transaction}, "hash": "#" }`],
    ['at the front', `{"transaction" : ${transaction} }`, `{ "hash": "#" ,"transaction" : ${transaction} }`],
    [
      'in the middle',
      `{ "transaction" : ${transaction}, "v": 1}`,
      `{ "transaction" : ${transaction},"hash":"#", "v": 1}`,
    ],
  ])('is accepted when its hash covers the remaining original text, cut out %s', (_where, rest, body) => {
    expect(read(body.replace('#', hashOf(rest)), { forms: ['C'] })).toEqual({ attemptId: 'TXN-1' })
  })

  it('must be signed where there is a key', () => {
    const unsigned = Buffer.from(`{"transaction":${transaction}}`)
    expect(readMoneyCallback(unsigned, { keys: [key] })).toBe('wrong_signature')
    expect(createMoneyCallbackReader({ keys: [key] }).isSigned).toBe(true)
  })

  it('is accepted with the previous key while that is set, and with no older one', () => {
    const body = `{"transaction":${transaction},"hash":"${hashA}"}`
    expect(read(body, { keys: ['next', key] })).toEqual({ attemptId: 'TXN-1' })
    expect(read(body, { keys: ['next'] })).toBe('wrong_signature')
    expect(read(body, { keys: ['next', 'older'] })).toBe('wrong_signature')
  })

  it('is verified over its bytes, not its characters', () => {
    const chichewa = '{"id":"TXN-1","message":"Mwalandira ndalama, zikomo ŵanthu — “inde”"}'
    expect(read(`{"transaction":${chichewa},"hash":"${hashOf(chichewa)}"}`)).toEqual({ attemptId: 'TXN-1' })
  })

  it.each([
    ['another hash', `{"transaction":${transaction},"hash":"${hashOf('else')}"}`],
    ['a hash of another length', `{"transaction":${transaction},"hash":"QUJD"}`],
    ['a hash that is none', `{"transaction":${transaction},"hash":42}`],
    ['no hash', `{"transaction":${transaction}}`],
    ['a changed transaction', `{"transaction":${transaction.replace('TXN-1', 'TXN-2')},"hash":"${hashA}"}`],
  ])('is refused with %s', (_what, body) => {
    expect(read(body)).toBe('wrong_signature')
  })

  it('must have the one format that the market configures', () => {
    expect(read(`{"transaction":${transaction},"hash":"${hashA}"}`, { forms: ['B'] })).toBe('wrong_signature')
    expect(read(`{"transaction":${transaction},"hash":"${hashB}"}`, { forms: ['B'] })).toEqual({ attemptId: 'TXN-1' })
  })

  it('cannot contain a second transaction next to the signed one', () => {
    const other = transaction.replace('TXN-1', 'TXN-2')
    expect(read(`{"transaction":${transaction},"transaction":${other},"hash":"${hashA}"}`)).toBe('unreadable')
    expect(read(`{"transaction":${transaction},"transaction\\u002e":1,"hash":"${hashA}"}`)).toEqual({
      attemptId: 'TXN-1',
    })
    expect(read(`{"transaction":${transaction},"tr\\u0061nsaction":${other},"hash":"${hashA}"}`)).toBe('unreadable')
  })
})

describe('a callback without signatures', () => {
  it('returns its transaction', () => {
    expect(readMoneyCallback(Buffer.from(`{"transaction":${transaction}}`), {})).toEqual({ attemptId: 'TXN-1' })
  })

  it.each([
    '',
    'null',
    '[]',
    '{}',
    '"x"',
    '{"transaction":{}}',
    '{"transaction":{"id":7}}',
    '{"transaction":7}',
    '{"a":',
  ])('is unreadable as %j', (body) => {
    expect(readMoneyCallback(Buffer.from(body), {})).toBe('unreadable')
  })
})

it('gets the answer that the provider accepts as received', () => {
  expect(createMoneyCallbackReader({}).answer.status).toBe(200)
})
