import { readFileSync } from 'node:fs'
import { trusted } from '../core/html.ts'

/** Style sheets of the sandbox's own pages, one after the other. */
export function sheetsOf(...names: readonly string[]) {
  return trusted(names.map((name) => readFileSync(new URL(`./style/${name}.css`, import.meta.url), 'utf8')).join(''))
}
