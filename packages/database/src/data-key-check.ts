import { type DataKeys, noDataKeys } from './data-keys.ts'
import type { DatabaseHandle } from './open.ts'

const sample = 'what each key of this database must decrypt'

/**
 * Refuses a process that lacks a key with which rows are encrypted, or has another key of the same name: it would take
 * ciphertexts for numbers. Records the key that is used from now on.
 */
export async function checkDataKeys({ db }: DatabaseHandle, keys: DataKeys = noDataKeys): Promise<void> {
  for (const { id, sample: stored } of await db.withoutPlugins().selectFrom('data_keys').selectAll().execute()) {
    if (!keys.ids.includes(id)) throw new Error(`DATA_KEYS lacks the key ${id}, with which rows are encrypted`)
    if (readSample(keys, stored) !== sample)
      throw new Error(`DATA_KEYS: the key ${id} is another than rows are encrypted with`)
  }
  const id = keys.currentId
  if (id === undefined) return
  await db
    .insertInto('data_keys')
    .values({ id, sample: keys.encrypt('text', sample) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function readSample(keys: DataKeys, stored: string): string | undefined {
  try {
    return keys.decrypt(stored)
  } catch {
    return undefined
  }
}
