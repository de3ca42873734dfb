import type { OpenDatabase } from '@nyanja/back-office/db/schema'
import type { AfterRestoreOptions } from '@nyanja/back-office/operations/after-restore'
import type { DataKeys } from '@nyanja/database/data-keys'
import type { Config } from '@nyanja/server/settings/config'
import type { Market } from '@nyanja/server/settings/market'
import type { Command } from './command.ts'

/** What a command that uses the portal's database gets. */
export interface Opened {
  readonly database: OpenDatabase
  readonly market: Market
  readonly now: () => number
  /** The name of the member of staff; `--by` wins over it. */
  readonly who: string | undefined
  /** The keys that encrypt the personal columns. */
  readonly keys?: DataKeys | undefined
  /** Holds an operator's own descriptions of settlement files. */
  readonly formatsFolder?: string | undefined
  /** All settings of the portal: few commands need them, and fail without. */
  readonly openConfig: () => Config
  /** External systems, for the command that queries them. */
  readonly openOutside: () => Pick<AfterRestoreOptions, 'readJournal' | 'lookups'>
}

/** The first word of commands, as `--help` shows it. */
export interface Described {
  readonly name: string
  /** A line for each command with its arguments and meaning, in the help. */
  readonly usage: string
  /** Tables of words that the commands take, below the help of all commands. */
  readonly words?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** The commands that begin with one word, on the portal's database. */
export interface Noun extends Described {
  readonly run: Command<Opened>
}

/** The most rows of a listing. */
export const longestList = 200

/** Staff never work through more rows; a longer queue is an incident. */
export const longestQueue = 500
