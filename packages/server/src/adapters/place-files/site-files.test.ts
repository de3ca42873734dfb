import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createSiteFiles } from './place-files.ts'

const bounds = { south: -17, west: 32, north: -9, east: 36 }
const head = 'title,latitude,longitude,technologies,checked'
const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function sitesIn(text?: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'sites-'))
  folders.push(folder)
  if (text !== undefined) writeFileSync(path.join(folder, 'sites.csv'), text)
  return createSiteFiles({ folder, bounds }).read()
}

it('reads one site from each line', async () => {
  expect(await sitesIn(`${head}\nHill 1,-13.5,33.9,2G|3G|4G,2026-11-15\nHill 2,-14,34,5g,2026-11-16\n`)).toEqual({
    sites: [
      { title: 'Hill 1', latitude: -13.5, longitude: 33.9, technologies: ['2g', '3g', '4g'], checkedOn: '2026-11-15' },
      { title: 'Hill 2', latitude: -14, longitude: 34, technologies: ['5g'], checkedOn: '2026-11-16' },
    ],
    faults: [],
  })
})

it('reports the line and its fault', async () => {
  const lines = ['Hill 1,33.9,-13.5,2G,2026-11-15', ',-13.5,33.9,2G,2026-11-15', 'Hill 3,-13.5,33.9,6G,15/11/2026']
  const found = await sitesIn([head, ...lines].join('\n'))
  expect(found?.faults).toEqual([
    'sites.csv, line 2: latitude and longitude lie outside the country: is a minus sign missing, or are they in the wrong order?',
    'sites.csv, line 3: title is empty',
    'sites.csv, line 4: technologies “6G” is not of 2G, 3G, 4G and 5G, with | between them',
    'sites.csv, line 4: checked is no day such as 2026-11-15',
  ])
})

it('returns no list without a file', async () => {
  expect(await sitesIn()).toBeUndefined()
})
