import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { filesIn } from './files-in.mjs'

const options = { module: true, ecma: 2020, compress: { passes: 3 } }

/** What Vite's own minifier leaves becomes 0.7 KB less of a journey page, and what is served as written loses its comments. */
export async function squeezeScripts(folder) {
  // Commands read this file before anything is installed.
  const { minify } = await import('terser')
  // Those of earlier releases are squeezed and compressed already.
  for (const file of filesIn(folder).filter((name) => name.endsWith('.js') && !existsSync(`${name}.br`))) {
    const { code } = await minify(readFileSync(file, 'utf8'), options)
    writeFileSync(file, code)
  }
}
