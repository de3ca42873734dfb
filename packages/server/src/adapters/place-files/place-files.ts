import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { PlaceTableName } from '../../places/place-records.ts'
import type { PlaceSource } from '../../places/place-source.ts'
import { watchFolder } from '../watch-folder.ts'
import { readTable } from './read-table.ts'
import { type RowOptions, rowRules } from './row-rules.ts'

/** Another one takes rows over anew, though no file has changed. */
const format = 2

export interface PlaceFilesOptions extends RowOptions {
  /** Holds a CSV file for each table. */
  readonly folder: string
}

export function createPlaceFiles({ folder, ...options }: PlaceFilesOptions): PlaceSource {
  const rules = rowRules(options)
  const fileOf = (table: PlaceTableName) => path.join(folder, `${table}.csv`)

  return {
    async version(table) {
      if (!existsSync(fileOf(table))) return undefined
      const hash = createHash('sha256').update(`${format}\n`)
      await pipeline(createReadStream(fileOf(table)), hash)
      return hash.digest('base64url').slice(0, 22)
    },

    read: (table) => readTable(fileOf(table), rules[table]),

    watch: (changed) => (existsSync(folder) ? watchFolder(folder, changed) : () => {}),
  }
}
