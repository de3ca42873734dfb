// @ts-nocheck
import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** A bug as somebody might write it: one text of one file, put in place of another. */
export interface PlantedBug {
  /** What it does to customers. */
  readonly name: string
  /** From the root of the repository. */
  readonly file: string
  readonly find: string
  readonly put: string
}

const root = path.resolve(import.meta.dirname, '../..')

/** The text of the file with the bug in it. A text that is not there exactly once has changed, and its bug with it. */
export function withBug(source: string, { name, file, find, put }: PlantedBug): string {
  const times = source.split(find).length - 1
  if (times !== 1) throw new Error(`"${name}" cannot be planted: its text stands ${times} times in ${file}`)
  return source.replace(find, () => put)
}

/** Every file that this thread reads from now on is as it is, but this one. Answers whether it was read. */
export function plant(bug: PlantedBug): () => boolean {
  const infected = pathToFileURL(path.join(root, bug.file)).href
  let isRead = false
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (url !== infected) return loaded
      isRead = true
      return { ...loaded, source: withBug(String(textOf(loaded.source)), bug) }
    },
  })
  return () => isRead
}

function textOf(source: unknown): string {
  if (typeof source === 'string') return source
  if (source instanceof Uint8Array || source instanceof ArrayBuffer) return new TextDecoder().decode(source)
  throw new TypeError('A module without a text')
}
