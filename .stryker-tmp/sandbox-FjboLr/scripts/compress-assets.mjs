// @ts-nocheck
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { filesIn } from './files-in.mjs'

const worthCompressing = /[.](js|css|svg|json|webmanifest|txt)$/
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }

/** Every file that browsers fetch gets its compressed twins beside it, once and as small as can be. */
export function compressAssets(folder) {
  for (const file of filesIn(folder).filter((name) => worthCompressing.test(name) && !existsSync(`${name}.br`))) {
    const bytes = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, brotli))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
