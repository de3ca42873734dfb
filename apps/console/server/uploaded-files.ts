import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'

/** A form with files, not read yet. Pages see an empty form. */
export interface Upload {
  readonly body: Readable
  readonly contentType: string
}

export interface UploadedForm {
  readonly fields: ReadonlyMap<string, string>
  /** Undefined when no file was chosen. The file exists until the reader has ended. */
  readonly file: string | undefined
}

export type Uploaded<Result> =
  | { readonly outcome: 'read'; readonly result: Result }
  | { readonly outcome: 'too_large'; readonly mostBytes: number }
  /** The request is not a form with files, or it was cut off. */
  | { readonly outcome: 'unreadable' }

const limits = { files: 1, fields: 10, fieldSize: 1_000, headerPairs: 20 } as const

/** Lists show the name that the file had; it must not lead out of its folder, nor exceed 255 bytes. */
const safeName = (given: string): string =>
  path.win32
    .basename(given)
    .replaceAll(/[^\p{L}\p{N}._ ()-]/gu, '_')
    .replace(/^[.]+/, '')
    .slice(-80) || 'file'

/** Files in forms, each in a folder of its own while it is read, and never whole in memory. */
export class UploadedFiles {
  readonly mostBytes: number

  constructor(mostBytes: number) {
    this.mostBytes = mostBytes
  }

  async read<Result>(
    upload: Upload | undefined,
    use: (form: UploadedForm) => Promise<Result>,
  ): Promise<Uploaded<Result>> {
    const folder = await mkdtemp(path.join(tmpdir(), 'upload-'))
    try {
      const form = upload === undefined ? 'unreadable' : await this.#store(upload, folder)
      return typeof form === 'object' ? { outcome: 'read', result: await use(form) } : this.#refusals[form]
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  get #refusals() {
    return {
      too_large: { outcome: 'too_large', mostBytes: this.mostBytes },
      unreadable: { outcome: 'unreadable' },
    } as const
  }

  async #store({ contentType, body }: Upload, folder: string): Promise<UploadedForm | 'too_large' | 'unreadable'> {
    const parser = parserFor({ 'content-type': contentType }, this.mostBytes)
    if (parser === undefined) return 'unreadable'
    const fields = new Map<string, string>()
    const writing: Promise<void>[] = []
    let file: string | undefined
    let isTooLarge = false
    parser.on('field', (name, value) => fields.set(name, value))
    parser.on('file', (_, stream, given) => {
      // The rest of the request is read, or a browser would show a broken connection in place of the answer.
      stream.on('limit', () => {
        isTooLarge = true
      })
      if (given !== '') file = path.join(folder, safeName(given))
      const written = file === undefined ? finished(stream.resume()) : pipeline(stream, createWriteStream(file))
      writing.push(written.catch(() => {}))
    })
    try {
      await pipeline(body, parser)
    } catch {
      return 'unreadable'
    } finally {
      await Promise.all(writing)
    }
    return isTooLarge ? 'too_large' : { fields, file }
  }
}

function parserFor(headers: BusboyHeaders, fileSize: number): BusboyInstance | undefined {
  try {
    return new Busboy({ headers, limits: { ...limits, fileSize } })
  } catch {
    return undefined
  }
}
