import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The shipped places by market, with one of forty sites: to read and cluster all takes longer than most tests. */
    readonly placesWithFewSites: string
  }
}

const shipped = path.join(import.meta.dirname, '../../../../apps/portal/places')
const markets = ['mw', 'cd'] as const
const oneOf = 40
let remove = (): void => {}

/** Vitest calls it once before all test files. */
export function setup(project: TestProject): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'few-sites-'))
  remove = () => rmSync(folder, { recursive: true })
  for (const market of markets) {
    cpSync(path.join(shipped, market), path.join(folder, market), { recursive: true })
    const [heads = '', ...sites] = readFileSync(path.join(shipped, market, 'sites.csv'), 'utf8').split('\n')
    const few = sites.filter((_, at) => at % oneOf === 0)
    writeFileSync(path.join(folder, market, 'sites.csv'), [heads, ...few].join('\n'))
  }
  project.provide('placesWithFewSites', folder)
}

/** Vitest calls it after all of them. */
export const teardown = (): void => remove()
