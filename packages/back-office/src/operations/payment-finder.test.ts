import { expect, it } from 'vitest'
import { readSearchTerms } from './payment-finder.ts'

const rules = { brand: 'Nyanja', numbers: { countryCode: '265', length: 9, trunk: '0' } }
const kindsOf = (typed: string) => readSearchTerms(typed, rules).map(({ kind, value }) => `${kind} ${value}`)

it('reads what an agent types as everything that it may be', () => {
  expect(kindsOf(' nya-7k4p-29xd ')).toEqual(['reference NYA-7K4P-29XD', 'provider nya-7k4p-29xd'])
  expect(kindsOf('HB 7K4P 29XD')).toContain('lead HB-7K4P-29XD')
  expect(kindsOf('0991 234 567')).toEqual(['number 991234567', 'account 0991234567', 'provider 0991 234 567'])
  expect(kindsOf('+265 991 234 567')).toContain('number 991234567')
  expect(kindsOf('P1234567890')).toEqual(['account P1234567890', 'provider P1234567890'])
  expect(kindsOf('MP240101.1234.A00001')).toEqual(['provider MP240101.1234.A00001'])
})

it('reads an address with an at sign as an e-mail address alone', () => {
  expect(kindsOf('Thoko@Example.MW')).toEqual(['email Thoko@Example.MW'])
})

it('finds nothing by blanks and by less than four characters of a provider id', () => {
  expect(kindsOf('  ')).toEqual([])
  expect(kindsOf('A12')).toEqual([])
})
