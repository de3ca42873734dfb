import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DataKeys, noDataKeys, parseDataKeys } from './data-keys.ts'

const keyOf = (id: string, byte: number) => ({ id, secret: new Uint8Array(32).fill(byte) })
const first = keyOf('a', 1)
const second = keyOf('b', 2)
const keys = new DataKeys({ current: first, earlier: [] })
const rotated = new DataKeys({ current: second, earlier: [first] })
const kinds = fc.constantFrom('number', 'text')

describe('keys of personal data', () => {
  it('decrypt any text that they or an earlier key have encrypted', () => {
    fc.assert(
      fc.property(kinds, fc.string({ unit: 'binary', minLength: 1 }), (kind, value) => {
        const stored = keys.encrypt(kind, value)
        expect(stored).not.toContain(value.length > 6 ? value : '\n')
        expect(keys.decrypt(stored)).toBe(value)
        expect(rotated.decrypt(stored)).toBe(value)
      }),
    )
  })

  it('give the same number the same ciphertext, and the same text another one each time', () => {
    expect(keys.encrypt('number', '991234567')).toBe(keys.encrypt('number', '991234567'))
    expect(keys.encrypt('number', '991234567')).not.toBe(keys.encrypt('number', '991234568'))
    expect(keys.encrypt('text', 'Thoko')).not.toBe(keys.encrypt('text', 'Thoko'))
  })

  it('find an address in any case of its letters', () => {
    expect(keys.encrypt('email', 'Thoko@Example.mw')).toBe(keys.encrypt('email', 'thoko@example.mw'))
    expect(keys.storedForms('email', 'THOKO@example.mw')).toContain(keys.encrypt('email', 'thoko@example.mw'))
  })

  it('leave a forgotten value empty, and a plain one readable', () => {
    expect(keys.encrypt('number', '')).toBe('')
    expect(keys.decrypt('991234567')).toBe('991234567')
  })

  it('leave a typed text that looks like a ciphertext as it is', () => {
    for (const typed of ['enc:', 'enc:text:zzz:00', `enc:number:zz:${'0'.repeat(40)}`])
      expect(keys.decrypt(typed)).toBe(typed)
  })

  it('refuse a value that was changed, moved to another kind, or encrypted by another key of the same name', () => {
    const stored = keys.encrypt('number', '991234567')
    const changed = stored.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    expect(() => keys.decrypt(changed)).toThrow()
    expect(() => keys.decrypt(stored.replace('number', 'email'))).toThrow()
    expect(() => new DataKeys({ current: keyOf('a', 9), earlier: [] }).decrypt(stored)).toThrow()
  })

  it('look for a number plain and as each key encrypts it', () => {
    expect(rotated.storedForms('number', '991234567')).toEqual([
      '991234567',
      rotated.encrypt('number', '991234567'),
      keys.encrypt('number', '991234567'),
    ])
  })

  it('know what another form is to be written in', () => {
    const stored = keys.encrypt('number', '991234567')
    expect([keys.isOutdated(stored), keys.isOutdated('991234567'), keys.isOutdated('')]).toEqual([false, true, false])
    expect([rotated.isOutdated(stored), noDataKeys.isOutdated(stored)]).toEqual([true, true])
  })
})

describe('the setting of the keys', () => {
  const base64 = Buffer.alloc(32, 3).toString('base64')
  const parse = (text: string) => {
    const keys = parseDataKeys(text)
    return 'fault' in keys ? keys.fault : { current: keys.currentId, ids: keys.ids }
  }

  it('encrypts with the first key, and reads the others', () => {
    expect(parse(`2026b:${base64}, 2026a:${base64}`)).toEqual({ current: '2026b', ids: ['2026b', '2026a'] })
  })

  it('encrypts nothing, and reads all keys, when it begins with plain', () => {
    expect(parse(`plain,2026a:${base64}`)).toEqual({ current: undefined, ids: ['2026a'] })
  })

  it.each([
    '',
    '2026a',
    `2026a:${Buffer.alloc(31).toString('base64')}`,
    `2026-a:${base64}`,
    `a:${base64},a:${base64}`,
    `a:${base64},plain`,
    `a:${base64},b:${base64},c:${base64},d:${base64}`,
  ])('names the fault of “%s” without a key', (text) => {
    const fault = parse(text)
    expect(fault).toMatch(/^DATA_KEYS: /)
    expect(fault).not.toContain(base64)
  })
})
