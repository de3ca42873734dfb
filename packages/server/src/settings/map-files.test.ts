import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { readMapFiles } from './provider-config.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'map-files-'))
const places = { clientFolder: folder, placesFolder: path.join(folder, 'places'), tiles: undefined }
mkdirSync(places.placesFolder)
writeFileSync(
  path.join(folder, 'modules.json'),
  JSON.stringify({
    'app/map/browser/open-map.ts': { file: 'assets/map-1.js', isEntry: true },
    'app/map/browser/vector-tiles.ts': { file: 'assets/vector-tiles-1.js', isEntry: true },
  }),
)

afterEach(() => rmSync(path.join(places.placesFolder, 'basemap.json'), { force: true }))

function bringMap(text: string) {
  writeFileSync(path.join(places.placesFolder, 'basemap.json'), text)
  return readMapFiles(places)
}

it('selects the bundled map of the market, at an address with its version', () => {
  const one = bringMap('{"credit":"Somebody"}')
  const other = bringMap('{"credit":"Somebody else"}')
  expect(one).toMatchObject({ moduleHref: '/assets/map-1.js', credit: 'Somebody' })
  expect(one.basemap?.text).toBe('{"credit":"Somebody"}')
  expect(other.basemap?.version).not.toBe(one.basemap?.version)
})

it('selects an external map where the operator has one', () => {
  const tiles = { url: 'https://tiles.example/{z}/{x}/{y}.png', maxZoom: 18 }
  const credit = 'Tile people'
  const selected = readMapFiles({ ...places, tiles: { ...tiles, credit } })
  expect(selected).toEqual({ moduleHref: '/assets/map-1.js', tiles, credit })
})

it('selects vector tiles by the ending of their address', () => {
  const tiles = { maxZoom: 18, credit: 'Tile people' }
  const vectorOf = (url: string) => readMapFiles({ ...places, tiles: { ...tiles, url } }).tiles?.vector
  const vector = { dataZoom: 15, module: 'vector-tiles-1.js' }
  expect(vectorOf('https://tiles.example/{z}/{x}/{y}.mvt')).toEqual(vector)
  expect(vectorOf('https://tiles.example/malawi.pmtiles')).toEqual(vector)
  expect(vectorOf('https://tiles.example/{z}/{x}/{y}.png')).toBeUndefined()
})

it('may select no map', () => {
  expect(readMapFiles(places)).toEqual({ moduleHref: '/assets/map-1.js', credit: '' })
})
