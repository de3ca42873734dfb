import { describe, expect, it } from 'vitest'
import { decodeText, encodeGsm } from './alphabet.ts'

const [gsm, ascii, ucs2] = [0, 1, 8]

describe('the text on a handset', () => {
  it('contains the code line in either alphabet when it is declared correctly', () => {
    expect(decodeText(Buffer.from('@portal.example #123456'), ascii)).toBe('@portal.example #123456')
    expect(decodeText(Buffer.from('\0portal.example #123456'), gsm)).toBe('@portal.example #123456')
  })

  it('garbles the code line when ASCII octets are declared as the default alphabet, and vice versa', () => {
    expect(decodeText(Buffer.from('@my_host #123456'), gsm)).toBe('¡my§host #123456')
    expect(decodeText(Buffer.of(0x00, 0x61), ascii)).toBe('\0a')
  })

  it.each([
    [[0x1b, 0x65], '€'],
    [[0x1b, 0x3c, 0x1b, 0x3e], '[]'],
    [[0x1b, 0x41], 'A'],
    [[0x09, 0x5b, 0x7f, 0x1c, 0x24], 'ÇÄàÆ¤'],
    [[0x80], '\ufffd'],
  ])('is read from the septets %j as %s', (octets, text) => {
    expect(decodeText(Buffer.from(octets), gsm)).toBe(text)
  })

  it('is read from UCS-2 with the high octet first, without a lone last octet', () => {
    expect(decodeText(Buffer.from([0x00, 0x4d, 0x01, 0x74, 0xd8, 0x3d, 0xde, 0x42, 0x00]), ucs2)).toBe('MŴ🙂')
  })

  it('contains every character of GSM 03.38', () => {
    const text = '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./09:;<=>?¡AZÄÖÑÜ§¿azäöñüà^{}\\[~]|€'
    expect(decodeText(encodeGsm(text), gsm)).toBe(text)
    expect(encodeGsm('ŵ')).toEqual(Buffer.from('?'))
  })
})
