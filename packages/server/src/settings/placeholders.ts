import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Environment } from './environment.ts'

/** A name of RFC 2606, in an address, a list or a mail address: such names belong to documents, and to no machine. */
const reservedName = /(?:^|[/@.,=<\s])(?:[\w-]+[.])*(?:example(?:[.](?:com|net|org))?|invalid)(?=$|[:/?,>\s])/i

/** The texts in place of a secret in `.env.example`, `deploy/portal.env.example` and `docs/go-live.md`. */
const documentedSecrets = [
  /^what (?:DPO|the [\w ]+) gave you$/,
  /^the key that signs its callbacks$/,
  /\b(?:a|another)-long-random-key\b/,
  /:\/\/user:password@/,
  /\bBearer a-token$/,
  /…/,
]

/** The mark of what is to be filled in. */
const toDo = /\bTODO\b/

const patterns = [reservedName, toDo, ...documentedSecrets]

export const isPlaceholder = (value: string): boolean => patterns.some((pattern) => pattern.test(value))

/** Lists settings that were copied and not filled in, one line for each. */
export function faultsOfPlaceholders(given: Environment, names: readonly string[]): string[] {
  return names
    .filter((name) => isPlaceholder(given[name] ?? ''))
    .map((name) => `✖ ${name} is a placeholder: set your own value`)
}

/** The marks that `npm run new-market` leaves for the operator to fill in. */
const openPoint = /TODO(?:[^",]|, )*/g

function openPointsIn(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, at) =>
      [...line.matchAll(openPoint)].map(([words]) => `${path.basename(file)} line ${at + 1}: ${words}`),
    )
}

interface MarketParts {
  /** The market file. */
  readonly file: string
  /** The folder of its tables of places. */
  readonly places: string
}

/** Lists the placeholders of a market, each with its file and line. */
export function openPointsOf({ file, places }: MarketParts): string[] {
  const tables = existsSync(places) ? readdirSync(places).filter((name) => name.endsWith('.csv')) : []
  return [file, ...tables.map((name) => path.join(places, name))].flatMap(openPointsIn)
}

/** Lists the placeholders of a market that is not filled in, one line for each. */
export const faultsOfOpenPoints = (parts: MarketParts): string[] =>
  openPointsOf(parts).map((point) => `✖ The market is not filled in: ${point}`)
