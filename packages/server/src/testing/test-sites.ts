import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { shippedPlaces } from './test-files.ts'

const markets = ['mw', 'cd'] as const
const oneOf = 40
let remove = (): void => {}

/**
 * Vitest calls it once before all test files. One of forty sites stays, because reading and clustering all of them
 * takes longer than most tests.
 */
export function setup(): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'few-sites-'))
  remove = () => rmSync(folder, { recursive: true })
  for (const market of markets) {
    cpSync(path.join(shippedPlaces, market), path.join(folder, market), { recursive: true })
    const [heads = '', ...sites] = readFileSync(path.join(shippedPlaces, market, 'sites.csv'), 'utf8').split('\n')
    const few = sites.filter((_, at) => at % oneOf === 0)
    writeFileSync(path.join(folder, market, 'sites.csv'), [heads, ...few].join('\n'))
  }
  process.env.PLACES_WITH_FEW_SITES = folder
}

/** Vitest calls it after all test files. */
export const teardown = (): void => remove()
