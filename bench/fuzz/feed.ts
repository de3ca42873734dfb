import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { PortalError } from '@nyanja/domain/errors'
import fc from 'fast-check'
import { root } from '../../scripts/run.mjs'
import type { Target } from './target.ts'

/** An input that a reader once stumbled over, by what was wrong. */
interface Found {
  readonly target: string
  readonly what: string
  readonly base64: string
}

const corpusFile = path.join(import.meta.dirname, 'corpus.json')

export const readCorpus = (): readonly Found[] => JSON.parse(readFileSync(corpusFile, 'utf8'))

/** Adds a finding, so that every later run begins with it. */
export function keepInCorpus(found: Found): void {
  const known = readCorpus()
  if (known.some(({ target, base64 }) => target === found.target && base64 === found.base64)) return
  writeFileSync(corpusFile, `${JSON.stringify([...known, found], null, 2)}\n`)
}

/**
 * Returns why a reader fails on the input; it is undefined where the reader accepts the input or refuses it by name.
 */
export async function stumble({ read }: Target, input: Buffer): Promise<string | undefined> {
  try {
    await read(input)
    return undefined
  } catch (error) {
    return error instanceof PortalError ? undefined : String(error instanceof Error ? error.stack : error)
  }
}

interface FeedOptions {
  readonly inputs: number
  readonly seed: number
}

export interface Fed {
  readonly inputs: number
  readonly found: Found | undefined
}

/** Feeds a reader until the first finding, which is made as small as it can be. */
export async function feed(target: Target, { inputs, seed }: FeedOptions): Promise<Fed> {
  const property = fc.asyncProperty(target.inputs, async (input) => {
    const why = await stumble(target, input)
    if (why !== undefined) throw new Error(why)
  })
  const { failed, numRuns, counterexample } = await fc.check(property, { numRuns: inputs, seed })
  const [input] = counterexample ?? []
  if (!failed || input === undefined) return { inputs: numRuns, found: undefined }
  const why = (await stumble(target, input))?.replaceAll(pathToFileURL(`${root}/`).href, '')
  const what = why?.split('\n').slice(0, 2).join(' ').trim() ?? 'not every time'
  return { inputs: numRuns, found: { target: target.name, what, base64: input.toString('base64') } }
}
