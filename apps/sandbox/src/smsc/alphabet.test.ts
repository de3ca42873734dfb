import { describe, expect, it } from 'vitest'
import { decodeText, encodeGsm } from './alphabet.ts'

const [gsm, ascii, ucs2] = [0, 1, 8]

describe('what a handset shows', () => {
  it('reads the code line in either alphabet when it is named rightly', () => {
    expect(decodeText(Buffer.from('@portal.example #123456'), ascii)).toBe('@portal.example #123456')
    expect(decodeText(Buffer.from('\0portal.example #123456'), gsm)).toBe('@portal.example #123456')
  })

  it('garbles the code line when ASCII octets are named as the default alphabet, and the other way round', () => {
    expect(decodeText(Buffer.from('@my_host #123456'), gsm)).toBe('¡my§host #123456')
    expect(decodeText(Buffer.of(0x00, 0x61), ascii)).toBe('\0a')
  })

  it.each([
    [[0x1b, 0x65], '€'],
    [[0x1b, 0x3c, 0x1b, 0x3e], '[]'],
    [[0x1b, 0x41], 'A'],
    [[0x09, 0x5b, 0x7f, 0x1c, 0x24], 'ÇÄàÆ¤'],
    [[0x80], '\ufffd'],
  ])('reads the septets %j as %s', (octets, text) => {
    expect(decodeText(Buffer.from(octets), gsm)).toBe(text)
  })

  it('reads UCS-2 with the high octet first and leaves a lone last octet out', () => {
    expect(decodeText(Buffer.from([0x00, 0x4d, 0x01, 0x74, 0xd8, 0x3d, 0xde, 0x42, 0x00]), ucs2)).toBe('MŴ🙂')
  })

  it('gives back every character of GSM 03.38', () => {
    const text = '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./09:;<=>?¡AZÄÖÑÜ§¿azäöñüà^{}\\[~]|€'
    expect(decodeText(encodeGsm(text), gsm)).toBe(text)
    expect(encodeGsm('ŵ')).toEqual(Buffer.from('?'))
  })
})
