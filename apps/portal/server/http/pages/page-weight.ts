import { statSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { PageToWeigh, Weigh } from '../../../app/portal-context.ts'

/**
 * Of one answer. Over HTTPS browsers speak HTTP/2, which squeezes heads and says only once what all answers have in
 * common; without it they go as they are.
 */
const headBytes = { https: { page: 680, file: 90 }, http: { page: 1050, file: 650 } } as const

/** As somebody's own pages are sent. */
const quick = 5

/**
 * What is left of that where a page for everybody is sent, measured over all kinds of pages. Its first visitor gets it
 * with less effort than all others: in the middle it is wrong by 4 % for either.
 */
const publicShare = 0.96

/** A page with so much other text than the last one of its kind is compressed again. */
const mostChange = 0.03

interface Measured {
  readonly raw: number
  readonly compressed: number
}

/** What pages of this build weigh on the line: the page, and the files that it asks for. */
export function weighPages(clientFolder: string, scheme: keyof typeof headBytes): Weigh {
  const heads = headBytes[scheme]
  const files = new Map<string, number>()
  const kinds = new Map<string, Measured>()

  function bytesOfFile(name: string): number {
    const known =
      files.get(name) ?? (sizeOf(`${path.join(clientFolder, name)}.br`) || sizeOf(path.join(clientFolder, name)))
    files.set(name, known)
    return known + heads.file
  }

  // Somebody's own pages are drawn again and again with other figures in them: what one compresses to is known.
  function bytesOfHtml({ html, kind, isPublic }: PageToWeigh): number {
    if (isPublic) return publicShare * compressedSize(html)
    const known = kinds.get(kind)
    if (known !== undefined && Math.abs(html.length - known.raw) < mostChange * known.raw)
      return (known.compressed * html.length) / known.raw
    const compressed = compressedSize(html)
    kinds.set(kind, { raw: html.length, compressed })
    return compressed
  }

  const bytesOfFiles = (names: readonly string[]) => names.reduce((sum, name) => sum + bytesOfFile(name), 0)

  return (page) => ({
    page: Math.round(heads.page + bytesOfHtml(page) + bytesOfFiles(page.files)),
    islands: bytesOfFiles(page.islandFiles),
  })
}

const compressedSize = (html: string) =>
  brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: quick } }).length

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

const drawn = new WeakMap<Response, string>()

/** The words of a page lie beside its answer. */
export function keepHtml(answer: Response, words: string): void {
  drawn.set(answer, words)
}

export async function readBody(response: Response): Promise<Buffer> {
  const words = drawn.get(response)
  return words === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(words)
}

/** What an answer differs by, besides its encoding. */
export function varyOf(headers: Headers): string {
  return ['accept-encoding', headers.get('vary')].filter(Boolean).join(', ')
}
