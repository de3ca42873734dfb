import { describe, expect, it } from 'vitest'
import { readNumberList } from './number-list.ts'

const rules = { countryCode: '265', length: 9, trunk: '0' }
const read = (text: string) => readNumberList(text, rules).map(({ number, what }) => [number, what])

describe('a list of numbers', () => {
  it.each([
    ['commas', '0991234567,500\n0992345678,1000'],
    ['semicolons', '0991234567;500\n0992345678;1000'],
    ['tabs, as a spreadsheet copies them', '0991234567\t500\n0992345678\t1000'],
    ['blanks', '0991234567 500\n0992345678 1000'],
    ['rows of Windows, and blank ones', '\r\n0991234567,500\r\n\r\n0992345678,1000\r\n'],
    ['the mark of Excel', '\uFEFF0991234567,500\n0992345678,1000'],
    ['a row of headings', 'Number,Amount\n0991234567,500\n0992345678,1000'],
    ['names before the numbers', 'Mary,0991234567,500\nJohn,0992345678,1000'],
    ['quotes', '"0991234567","500"\n"0992345678","1000"'],
  ])('is read with %s', (_, text) => {
    expect(read(text)).toEqual([
      ['0991234567', '500'],
      ['0992345678', '1000'],
    ])
  })

  it.each([
    ['0991234567,1,000', '0991234567', '1,000'],
    ['"0991234567","1,000"', '0991234567', '1,000'],
    ['0991 234 567 MWK 500', '0991 234 567', 'MWK 500'],
    ['+265 99 123 4567 5,000/=', '+265', '5,000/='],
    ['+265 99 123 4567; 5,000/=', '+265 99 123 4567', '5,000/='],
    ['0991234567,Daily 100 MB', '0991234567', 'Daily 100 MB'],
    ['0991234567', '0991234567', ''],
    ['099123,500', '099123', '500'],
  ])('keeps the amount of %s', (row, number, what) => {
    const [[readNumber, readWhat] = []] = read(row)
    expect(readWhat).toBe(what)
    expect(readNumber?.startsWith(number)).toBe(true)
  })

  it('keeps a row that cannot be right, so that it can be mended', () => {
    expect(read('0991234567,500\nhello,500\n0991234567,')).toEqual([
      ['0991234567', '500'],
      ['hello', '500'],
      ['0991234567', ''],
    ])
  })

  it('reads no rows from a text without any', () => {
    for (const text of ['', ' \n ', ',,\n;;', '\uFEFF']) expect(read(text)).toEqual([])
  })

  it('reads any number of rows, so that the page can say how many there are', () => {
    expect(read('0991234567,500\n'.repeat(40))).toHaveLength(40)
  })
})
