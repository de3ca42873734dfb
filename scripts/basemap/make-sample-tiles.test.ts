import { expect, it } from 'vitest'
import { makeSampleTiles } from './make-sample-tiles.mjs'

it('makes a small archive of vector tiles, with its directory in the first 16 KB', () => {
  const archive = makeSampleTiles('mw')
  expect(archive.toString('latin1', 0, 7)).toBe('PMTiles')
  expect([...archive.subarray(96, 102)]).toEqual([1, 2, 2, 1, 4, 10])
  const [rootAt, rootLength] = [8, 16].map((at) => Number(archive.readBigUInt64LE(at)))
  expect(Number(rootAt) + Number(rootLength)).toBeLessThan(16_384)
  const [dataAt, dataLength] = [56, 64].map((at) => Number(archive.readBigUInt64LE(at)))
  expect(Number(dataAt) + Number(dataLength)).toBe(archive.length)
  expect(archive.length).toBeLessThan(2_000_000)
})
