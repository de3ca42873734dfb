import { createDataKeyRecords } from '@nyanja/back-office/db/operations/data-key-store'
import { noDataKeys } from '@nyanja/database/data-keys'
import { type Command, commandsOf, done, misused, refused, withoutArguments } from './command.ts'
import type { Noun, Opened } from './noun.ts'
import { textTable } from './text-table.ts'

const recordsOf = ({ database, keys }: Opened) => createDataKeyRecords(database, keys ?? noDataKeys)

const commands: Readonly<Record<string, Command<Opened>>> = {
  list: withoutArguments(async (opened: Opened) => {
    const records = recordsOf(opened)
    const rows = (await records.countValues()).map(({ id, count }) => [
      id ?? 'none',
      String(count),
      id === records.current ? 'encrypts what is written now' : '',
    ])
    return done(textTable(['key', 'values', ''], rows))
  }),

  're-encrypt': withoutArguments(async (opened: Opened) => {
    const records = recordsOf(opened)
    const changed = await records.reencrypt()
    return done(
      `${changed} values ${records.current === undefined ? 'decrypted' : `encrypted with ${records.current}`}`,
    )
  }),

  async drop([id, ...more], opened) {
    if (id === undefined || more.length > 0) return misused('Name one key')
    const outcome = await recordsOf(opened).drop(id)
    if (outcome === 'in_use') return refused(`Values are encrypted with ${id}: re-encrypt them first`)
    if (outcome === 'unknown') return refused(`No value was ever encrypted with ${id}`)
    return done(`${id} may be taken out of DATA_KEYS, on every machine`)
  },
}

export const dataKeys: Noun = {
  name: 'data-keys',
  usage: `data-keys list                                    how many values are encrypted with which key
data-keys re-encrypt                              encrypt every value with the current key
data-keys drop <key>                              forget a key that no value needs any more`,
  run: commandsOf('data-keys', { commands, usual: 'list' }),
}
