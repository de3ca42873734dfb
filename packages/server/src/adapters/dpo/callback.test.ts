import { expect, it } from 'vitest'
import { createDpoCallbackReader, readDpoCallback } from './callback.ts'

const read = (text: string) => readDpoCallback(Buffer.from(text))

it('returns the attempt that a callback names', () => {
  const callback =
    '<?xml version="1.0" encoding="utf-8"?><API3G><Result>000</Result><CompanyRef>TXN-1</CompanyRef></API3G>'
  expect(read(callback)).toEqual({ attemptId: 'TXN-1' })
})

it.each([
  '',
  'OK',
  '<API3G>',
  '<API3G><Result>000</Result></API3G>',
  '<API3G><CompanyRef></CompanyRef></API3G>',
  '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><API3G><CompanyRef>&e;</CompanyRef></API3G>',
])('refuses the unreadable callback %j', (text) => {
  expect(read(text)).toBe('unreadable')
})

it('answers with the two letters that DPO expects', () => {
  expect(createDpoCallbackReader().answer).toMatchObject({ status: 200, body: 'OK' })
})
