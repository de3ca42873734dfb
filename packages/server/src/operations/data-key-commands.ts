import { type Command, done, misused, refused, withoutArguments } from '../common/command-answer.ts'
import { textTable } from '../common/text-table.ts'

/** How many values are encrypted with a key. Without an id: with none. */
export interface RowsOfKey {
  readonly id: string | undefined
  readonly rows: number
}

/** The keys of the personal columns. */
export interface DataKeyRecords {
  /** Encrypts what is written now. Undefined: nothing does. */
  readonly current: string | undefined
  rows(): Promise<readonly RowsOfKey[]>
  /** Re-encrypts every value of another key with the current one; without one, decrypts all. Returns how many. */
  reencrypt(): Promise<number>
  /** Forgets a key that no value needs any more. */
  drop(id: string): Promise<'dropped' | 'in_use' | 'unknown'>
}

interface DataKeyService {
  readonly dataKeys: DataKeyRecords
}

/** `list`, `re-encrypt`, `drop <key>`. */
export const dataKeyCommands: Readonly<Record<string, Command<DataKeyService>>> = {
  list: withoutArguments(async ({ dataKeys }) => {
    const rows = (await dataKeys.rows()).map(({ id, rows }) => [
      id ?? 'none',
      String(rows),
      id === dataKeys.current ? 'encrypts what is written now' : '',
    ])
    return done(textTable(['key', 'values', ''], rows))
  }),

  're-encrypt': withoutArguments(async ({ dataKeys }) => {
    const changed = await dataKeys.reencrypt()
    return done(
      `${changed} values ${dataKeys.current === undefined ? 'decrypted' : `encrypted with ${dataKeys.current}`}`,
    )
  }),

  async drop([id, ...more], { dataKeys }) {
    if (id === undefined || more.length > 0) return misused('Name one key')
    const outcome = await dataKeys.drop(id)
    if (outcome === 'in_use') return refused(`Values are encrypted with ${id}: re-encrypt them first`)
    if (outcome === 'unknown') return refused(`No value was ever encrypted with ${id}`)
    return done(`${id} may be taken out of DATA_KEYS, on every machine`)
  },
}
