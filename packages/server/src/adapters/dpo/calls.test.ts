import { expect, it } from 'vitest'
import { readXml, writeXml } from './calls.ts'

it('escapes every value and omits absent ones', () => {
  expect(writeXml({ API3G: { Request: 'a&b <c> "d" \'e\'', Absent: undefined, Inner: { Tag: '1' } } })).toBe(
    '<?xml version="1.0" encoding="utf-8"?><API3G><Request>a&amp;b &lt;c&gt; &quot;d&quot; &apos;e&apos;</Request><Inner><Tag>1</Tag></Inner></API3G>',
  )
})

it('removes characters that XML cannot contain', () => {
  expect(writeXml({ Tag: 'a\u0000b\ud800c' })).toContain('<Tag>a b c</Tag>')
})

it('reads numbers as text', () => {
  expect(readXml('<API3G><Result>000</Result></API3G>')).toEqual({ API3G: { Result: '000' } })
})

it.each(['<a>', 'no XML <', '<!DOCTYPE a><a/>', '<!doctype a [<!entity b "c">]><a>&b;</a>'])(
  'refuses to parse %j',
  (text) => {
    expect(readXml(text)).toBeUndefined()
  },
)
