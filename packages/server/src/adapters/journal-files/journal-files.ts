import { type FileHandle, mkdir, open, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ServerCommit } from '@nyanja/database/acknowledged-commits'
import { parseJson } from '@nyanja/domain/json'
import { type Currency, isCurrency } from '@nyanja/domain/money/money'
import { z } from 'zod'
import { type JournalLine, journaledCalls, type MoneyJournal } from '../../payments/money-journal.ts'

export interface JournalFilesOptions {
  readonly folder: string
  /** The id, unique among all processes that may write into the same folder. */
  readonly processId: number
  readonly now: () => number
  /** Returns the commit that the database had acknowledged before the call. */
  readonly lastCommit?: () => ServerCommit | undefined
  /** Receives the error when lines could not be written; their calls are not made. */
  readonly failed: (error: unknown) => void
}

interface Waiting {
  readonly text: string
  readonly at: number
  resolve(): void
  reject(error: unknown): void
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Writes one file per day and process. Lines that arrive during a write are written together after it. */
export class JournalFiles implements MoneyJournal {
  readonly #options: JournalFilesOptions
  #waiting: Waiting[] = []
  #writing: Promise<void> | undefined
  #isWriting = false
  #file: { readonly day: string; readonly handle: FileHandle } | undefined

  constructor(options: JournalFilesOptions) {
    this.#options = options
  }

  async record({ reference, gateway, call, amount }: JournalLine): Promise<void> {
    const { now, lastCommit } = this.#options
    const at = now()
    const commit = lastCommit?.()
    const line = {
      at: new Date(at).toISOString(),
      ...{ reference, gateway, call },
      ...(amount && { amount: amount.minor, currency: amount.currency }),
      ...(commit && { after: [commit.identity, commit.xid, commit.lsn] }),
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push({ text: `${JSON.stringify(line)}\n`, at, resolve, reject })
    if (!this.#isWriting) this.#writing = this.#writeAll()
    return promise
  }

  async close(): Promise<void> {
    await this.#writing
    await this.#file?.handle.close()
    this.#file = undefined
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0)
      try {
        const handle = await this.#fileAt(batch[0]?.at ?? this.#options.now())
        await handle.appendFile(batch.map(({ text }) => text).join(''))
        await handle.datasync()
        for (const { resolve } of batch) resolve()
      } catch (error) {
        await this.#abandonFile()
        this.#options.failed(error)
        for (const { reject } of batch) reject(error)
      }
    }
    this.#isWriting = false
  }

  async #fileAt(at: number): Promise<FileHandle> {
    const day = dayOf(at)
    if (this.#file?.day === day) return this.#file.handle
    await this.#file?.handle.close()
    this.#file = undefined
    const { folder, processId } = this.#options
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const handle = await open(path.join(folder, `${day}-${processId}.jsonl`), 'a', 0o600)
    this.#file = { day, handle }
    // A failed append may have left an incomplete line.
    if ((await handle.stat()).size > 0) await handle.appendFile('\n')
    await syncFolder(folder)
    return handle
  }

  async #abandonFile(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    await file?.handle.close().catch(() => {})
  }
}

/** Syncs the folder, because a new file is lost with the folder's last changes. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const Line = z.object({
  at: z.iso.datetime().transform(Date.parse),
  reference: z.string().min(1),
  gateway: z.string().min(1),
  call: z.enum(journaledCalls),
  amount: z.int().optional(),
  currency: z.custom<Currency>((value) => typeof value === 'string' && isCurrency(value)).optional(),
})

function toCall(line: z.infer<typeof Line> | undefined): (JournalLine & { readonly at: number }) | undefined {
  if (line === undefined) return undefined
  const { amount: minor, currency, ...rest } = line
  const isWhole = minor !== undefined && currency !== undefined
  return { ...rest, ...(isWhole && { amount: { minor, currency } }) }
}

export interface JournalFound {
  readonly lines: readonly (JournalLine & { readonly at: number })[]
  readonly files: number
  /** The number of incomplete lines and lines of other formats, which are ignored. */
  readonly unreadable: number
}

/** Reads the lines of every process from then on; copies from other machines may be in folders of their own. */
export async function readJournal(folder: string, since: number): Promise<JournalFound> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const files = names.filter((name) => /(^|[/\\])\d{4}-\d\d-\d\d-\d+[.]jsonl$/.test(name))
  const wanted = files.filter((name) => path.basename(name).slice(0, 10) >= dayOf(since))
  const texts = await Promise.all(wanted.map((name) => readFile(path.join(folder, name), 'utf8')))
  const written = texts.flatMap((text) => text.split('\n').filter((line) => line !== ''))
  const read = written.map((line) => Line.safeParse(parseJson(line)).data)
  const lines = read.flatMap((line) => (line === undefined || line.at < since ? [] : (toCall(line) ?? [])))
  return { lines, files: wanted.length, unreadable: read.filter((line) => line === undefined).length }
}

const After = z.object({
  after: z.tuple([z.string(), z.string().regex(/^\d+$/), z.string().regex(/^[\dA-F]+\/[\dA-F]+$/)]),
})
/** A length of more than a line, which takes less than a moment to read. */
const tailBytes = 8_192
/** The number of days whose files are read, newest first. */
const daysRead = 2

/** The last lines that each earlier process on this machine wrote. */
export async function readLastCalls(folder: string): Promise<JournalFound['lines']> {
  const lines = (await readTails(folder)).flatMap((tail) => tail.split('\n'))
  return lines.flatMap((line) => toCall(Line.safeParse(parseJson(line)).data) ?? [])
}

/** The last commit that each earlier process on this machine had acknowledged before it moved money. */
export async function readLastCommits(folder: string): Promise<readonly ServerCommit[]> {
  return (await readTails(folder)).flatMap((tail) => {
    const lines = tail.split('\n').map((line) => After.safeParse(parseJson(line)).data)
    const [identity, xid, lsn] = lines.findLast((line) => line !== undefined)?.after ?? []
    return identity && xid && lsn ? { identity, xid, lsn } : []
  })
}

async function readTails(folder: string): Promise<readonly string[]> {
  const files = (await readdir(folder).catch(() => [])).filter((name) => /^\d{4}-\d\d-\d\d-\d+[.]jsonl$/.test(name))
  const days = [...new Set(files.map((name) => name.slice(0, 10)))].sort().slice(-daysRead)
  const newest = files.filter((name) => days.includes(name.slice(0, 10)))
  return Promise.all(newest.map((name) => readTail(path.join(folder, name))))
}

async function readTail(file: string): Promise<string> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const length = Math.min(size, tailBytes)
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.toString('utf8')
  } finally {
    await handle.close()
  }
}
