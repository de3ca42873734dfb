import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { faultsAmong } from '../../places/check-places.ts'
import { readMarket } from '../../settings/market.ts'
import { createPlaceFiles } from './place-files.ts'

const own = path.join(import.meta.dirname, '../../../../../apps/portal/places')
const markets = path.join(import.meta.dirname, '../../../../../apps/portal/markets')
const folders: string[] = []

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

async function filesWith(files: Record<string, string>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'places-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text)
  return { folder, files: createPlaceFiles({ folder, phoneDigits: 9, translations: ['sw'] }) }
}

const heads = 'id,kind,name,address,town,district,phone,latitude,longitude,mon,tue,wed,thu,fri,sat,sun,services'
const shop = 's1,own,City Centre - Lilongwe,"Main Road, 5",Lilongwe,Lilongwe,999000101,-13.96,33.78'
const hours = '08:00-17:00,08:00-17:00,,,,08:00-12:00 13:00-15:00,'

describe('a table of shops', () => {
  it('is read with line numbers', async () => {
    const { files } = await filesWith({ 'shops.csv': `${heads}\n${shop},${hours},sim-swap|devices\n` })
    const { rows, faults } = await files.read('shops')
    expect(faults).toEqual([])
    expect(rows).toMatchObject([
      {
        line: 2,
        row: {
          id: 's1',
          kind: 'own',
          name: 'City Centre - Lilongwe',
          address: 'Main Road, 5',
          latitude: -13.96,
          services: ['sim-swap', 'devices'],
        },
      },
    ])
    const opens = rows[0]?.row.hours
    expect(opens).toHaveLength(7)
    expect(opens?.[0]).toEqual([{ from: 480, to: 1020 }])
    expect(opens?.[5]).toHaveLength(2)
    expect(opens?.[6]).toEqual([])
  })

  it('contains the hours of every day of the week, Sunday included', async () => {
    const week = Array.from({ length: 7 }, (_, day) => `0${day + 1}:00-17:00`).join(',')
    const { files } = await filesWith({ 'shops.csv': `${heads}\n${shop},${week},\n` })
    const { rows } = await files.read('shops')
    const from = rows[0]?.row.hours.map(([opening]) => opening?.from)
    expect(from).toEqual([60, 120, 180, 240, 300, 360, 420])
  })

  it("contains names and addresses in the market's second language", async () => {
    const { files } = await filesWith({
      'shops.csv': `${heads},name_sw,address_sw\n${shop},${hours},,Katikati ya Jiji - Lilongwe,\n${shop},${hours},,,\n`,
    })
    const { rows, faults } = await files.read('shops')
    expect(faults).toEqual([])
    expect(rows.map(({ row }) => row.translations)).toEqual([
      { sw: { name: 'Katikati ya Jiji - Lilongwe' } },
      undefined,
    ])
  })

  it('refuses a translation into an unused language, and one that is too long', async () => {
    const { files } = await filesWith({ 'shops.csv': `${heads},name_de\n${shop},${hours},,Stadtmitte\n` })
    expect((await files.read('shops')).faults).toEqual([
      'shops.csv: column name_de is for no other language of this market: there can be name_sw and address_sw',
    ])
    const long = await filesWith({ 'shops.csv': `${heads},name_sw\n${shop},${hours},,${'a'.repeat(81)}\n` })
    expect((await long.files.read('shops')).faults).toEqual(['shops.csv, line 2: name_sw is longer than 80 letters'])
  })

  it('is accepted in the formats of spreadsheets in any language', async () => {
    const french = `${heads}\n${shop},${hours},\n`.replaceAll('"Main Road, 5"', 'Main Road').replaceAll(',', ';')
    const { files } = await filesWith({
      'shops.csv': `\uFEFF${french.replace('-13.96', '-13,96').replaceAll('\n', '\r\n')}${';'.repeat(16)}\r\n\r\n`,
    })
    const { rows, faults } = await files.read('shops')
    expect({ faults, rows }).toMatchObject({ faults: [], rows: [{ row: { latitude: -13.96, services: [] } }] })
  })

  it('accepts numbers in usual spellings', async () => {
    const { files } = await filesWith({
      'shops.csv': `${heads}\n${shop.replace('999000101', '999 000 101')},${hours},\n`,
    })
    expect((await files.read('shops')).rows[0]?.row.phone).toBe('999000101')
  })

  it.each([
    ['own', 'shop', 'kind “shop” is none of own, dealer'],
    ['-13.96', 'south', 'latitude “south” is no number from -90 to 90, such as -13.9669'],
    ['33.78', '233.78', 'longitude “233.78” is no number from -180 to 180, such as -13.9669'],
    ['999000101', '0999000101', 'phone is no number of 9 digits, without country code and leading 0'],
    ['s1', 'S 1', 'id is not of small letters and digits'],
    ['City Centre - Lilongwe', '', 'name is empty'],
    ['08:00-17:00', '8 to 5', 'mon “8 to 5” are no hours such as 08:00-12:00 13:00-17:00; empty means closed'],
    ['devices', 'radios', 'services “radios” is none of sim-swap, bill-payment, mobile-money, devices, home-internet'],
  ])('reports for %j written as %j the place and the fault', async (right, wrong, fault) => {
    const line = `${shop},${hours},sim-swap|devices`
    const { files } = await filesWith({
      'shops.csv': `${heads}\n${line.replace('s1', 's0')}\n${line.replace(right, wrong)}\n`,
    })
    const { rows, faults } = await files.read('shops')
    expect(faults).toEqual([`shops.csv, line 3: ${fault}`])
    expect(rows).toHaveLength(1)
  })

  it('reports missing columns', async () => {
    const { files } = await filesWith({ 'shops.csv': `${heads.replace('phone,', '').replace(',sun', '')}\n` })
    expect((await files.read('shops')).faults).toEqual([
      'shops.csv: there is no column phone',
      'shops.csv: there is no column sun',
    ])
  })

  it('explains how to quote a comma', async () => {
    const { files } = await filesWith({ 'shops.csv': `${heads}\n${shop.replaceAll('"', '')},${hours},\n` })
    expect((await files.read('shops')).faults).toEqual([
      expect.stringMatching(/^shops\.csv, line \d+: .*Is a text with a comma in quotes\?$/),
    ])
  })

  it('reports a file that is not CSV', async () => {
    const { files } = await filesWith({ 'shops.csv': `${heads}\n${shop.replace('5"', '5')},${hours},\n` })
    expect((await files.read('shops')).faults).toEqual([expect.stringMatching(/^shops\.csv: Quote Not Closed/)])
  })
})

describe('a table of places', () => {
  it('has another version after an edit, and none without a file', async () => {
    const { folder, files } = await filesWith({ 'towns.csv': 'name\n' })
    const before = await files.version('towns')
    await writeFile(path.join(folder, 'towns.csv'), 'name\nDowa\n')
    expect(await files.version('towns')).not.toBe(before)
    expect(await files.version('shops')).toBeUndefined()
  })

  it('reports an edit', async () => {
    const { folder, files } = await filesWith({ 'towns.csv': 'name\n' })
    let edited = () => {}
    const reported = new Promise<void>((resolve) => {
      edited = resolve
    })
    const stop = files.watch(edited)
    await writeFile(path.join(folder, 'towns.csv'), 'name\nDowa\n')
    await reported
    stop()
  })
})

describe('the shipped tables of places', async () => {
  describe.each(await readdir(own))('for %s', (code) => {
    const market = readMarket(path.join(markets, `${code}.json`))
    const files = createPlaceFiles({
      folder: path.join(own, code),
      phoneDigits: market.numbers.length,
      translations: market.languages.slice(1).map(({ code }) => code),
    })

    it.each(['districts', 'towns', 'shops'] as const)('have no faults in %s', async (table) => {
      const districts = new Set((await files.read('districts')).rows.map(({ row }) => row.name))
      const { rows, faults } = await files.read(table)
      expect([...faults, ...faultsAmong(rows, { file: table, bounds: market.map.bounds, districts })]).toEqual([])
      expect(rows.length).toBeGreaterThan(5)
    })
  })
})
