import { describe, expect, it } from 'vitest'
import { isFastLink } from './fast-link.ts'

const link = { effectiveType: '4g', saveData: false }
const load = { requestStart: 40, responseEnd: 120, transferSize: 8_300, encodedBodySize: 8_000 }

describe('hydration of islands at idle', () => {
  it('happens on a link that reports 4g and loaded the page fast', () => {
    expect(isFastLink(link, load)).toBe(true)
    expect(isFastLink(link, { ...load, responseEnd: 190 })).toBe(true)
  })

  it('does not happen when the page itself loaded slowly, on any reported link', () => {
    expect(isFastLink(link, { ...load, responseEnd: 191 })).toBe(false)
    expect(isFastLink(link, { ...load, responseEnd: 600 })).toBe(false)
  })

  it('does not happen on a slower link, with Save-Data, or when the browser reports no link', () => {
    expect(isFastLink({ effectiveType: '3g' }, load)).toBe(false)
    expect(isFastLink({ ...link, saveData: true }, load)).toBe(false)
    expect(isFastLink({}, load)).toBe(false)
    expect(isFastLink(undefined, load)).toBe(false)
  })

  it('does not happen when the page came from a cache, or its load was not measured', () => {
    expect(isFastLink(link, { ...load, transferSize: 0 })).toBe(false)
    expect(isFastLink(link, { ...load, transferSize: 300 })).toBe(false)
    expect(isFastLink(link, { ...load, requestStart: 0 })).toBe(false)
    expect(isFastLink(link, undefined)).toBe(false)
  })
})
