import { statSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { PageToWeigh, Weigh } from '../../../app/portal-context.ts'

/**
 * The headers of one answer. Over HTTPS browsers speak HTTP/2, which compresses headers and sends repeated ones once;
 * without it they are sent as they are.
 */
const headBytes = { https: { page: 680, file: 90 }, http: { page: 1050, file: 700 } } as const

/** The quality at which private pages are compressed. */
const quick = 5

/**
 * A public page has this share of that weight, measured over all kinds of pages. Its first visitor gets it compressed
 * with less effort than later ones: the figure is off by 4 % for either.
 */
const publicShare = 0.96

/** A page whose text changed by more than this share since the last one of its kind is compressed again. */
const mostChange = 0.03

interface Measured {
  readonly raw: number
  readonly compressed: number
}

/** What pages of this build weigh as they are sent: the page, and the files that it requests. */
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

  // Private pages are rendered again and again with other figures in them: the last compressed size of one is known.
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

/** Keeps the page's HTML beside its answer. */
export function keepHtml(answer: Response, words: string): void {
  drawn.set(answer, words)
}

export async function readBody(response: Response): Promise<Buffer> {
  const words = drawn.get(response)
  return words === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(words)
}

/** The request headers other than accept-encoding that an answer depends on. */
export function varyOf(headers: Headers): string {
  return ['accept-encoding', headers.get('vary')].filter(Boolean).join(', ')
}
