import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { filesIn } from './files-in.mjs'

const worthCompressing = /[.](js|css|svg|json|webmanifest|txt)$/
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }

/** Writes the compressed twins of every file that browsers fetch, once and as small as possible. */
export async function compressAssets(folder) {
  const files = filesIn(folder).filter((name) => worthCompressing.test(name) && !existsSync(`${name}.br`))
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file)
      const [brotliBytes, gzipBytes] = await Promise.all([toBrotli(bytes, brotli), toGzip(bytes, { level: 9 })])
      writeFileSync(`${file}.br`, brotliBytes)
      writeFileSync(`${file}.gz`, gzipBytes)
    }),
  )
}

const options = { module: true, ecma: 2019, compress: { passes: 3, hoist_vars: true } }

/** Saves 1 KB of a journey page on what Vite's own minifier leaves; scripts served as written lose their comments. */
export async function squeezeScripts(folder) {
  // Commands read this file before anything is installed.
  const { minify } = await import('terser')
  // Files of earlier releases are minified and compressed already.
  for (const file of filesIn(folder).filter((name) => name.endsWith('.js') && !existsSync(`${name}.br`))) {
    const { code } = await minify(readFileSync(file, 'utf8'), options)
    writeFileSync(file, code)
  }
}

const keptReleases = 2

/**
 * A visitor on a slow link may request a script of the previous release while a payment is in progress, so the files of
 * the last two releases stay beside the present ones. A file that the build wrote again under its name stays as it was
 * served, minified and with its compressed twins.
 */
export function setAsideAssets(build) {
  const assets = path.join(build, 'client', 'assets')
  const list = path.join(build, '.releases.json')
  const aside = `${build}-earlier`
  if (!existsSync(assets)) return () => {}

  const earlier = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  const known = new Set(earlier.flat())
  const releases = [readdirSync(assets).filter((file) => !known.has(file)), ...earlier].slice(0, keptReleases)
  rmSync(aside, { recursive: true, force: true })
  renameSync(assets, aside)

  return () => {
    mkdirSync(assets, { recursive: true })
    for (const file of releases.flat().filter((name) => existsSync(path.join(aside, name))))
      renameSync(path.join(aside, file), path.join(assets, file))
    writeFileSync(list, JSON.stringify(releases))
    rmSync(aside, { recursive: true, force: true })
  }
}
