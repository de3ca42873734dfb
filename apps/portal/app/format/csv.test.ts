import { describe, expect, it } from 'vitest'
import { csvText } from './headers.ts'

const lines = (text: string) => text.replace('\uFEFF', '').split('\r\n')

describe('a list for spreadsheets', () => {
  it('begins with the byte order mark of UTF-8 and ends each row as the standard requires', () => {
    expect(csvText(['a', 'b'], [['Chichewa ŵ', 2]])).toBe('\uFEFFa,b\r\nChichewa ŵ,2\r\n')
  })

  it('keeps commas, quotes and new lines inside their cell', () => {
    expect(csvText(['a'], [['1,5 GB'], ['the "big" one'], ['two\nlines']])).toBe(
      '\uFEFFa\r\n"1,5 GB"\r\n"the ""big"" one"\r\n"two\nlines"\r\n',
    )
  })

  it('leaves a cell empty where there is no value', () => {
    expect(lines(csvText(['a', 'b', 'c'], [[undefined, 0, '']]))[1]).toBe(',0,')
  })

  it.each(['=1+1', '+265', '-1', '@SUM(A1)', '\tx', '\rx'])('lets no text become a formula: %j', (text) => {
    expect(csvText(['a'], [[text]])).toContain(`'${text}`)
  })

  it('keeps a number below zero a number', () => {
    expect(lines(csvText(['a'], [[-1]]))[1]).toBe('-1')
  })
})
