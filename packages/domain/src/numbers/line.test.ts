import { describe, expect, it } from 'vitest'
import { canPayBill, canRecharge, isLineType, lineTypes } from './msisdn.ts'

describe('a line', () => {
  it('can be recharged only when it is prepaid', () => {
    expect(lineTypes.filter(canRecharge)).toEqual(['PREPAID'])
  })

  it('has bills when it is postpaid or hybrid', () => {
    expect(lineTypes.filter(canPayBill)).toEqual(['POSTPAID', 'HYBRID'])
  })

  it('has one of three types, spelled as the BSS does', () => {
    expect(lineTypes.every(isLineType)).toBe(true)
    expect(['prepaid', 'toString', ''].some(isLineType)).toBe(false)
  })
})
