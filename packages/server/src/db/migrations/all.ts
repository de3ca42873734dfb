import type { Migration } from '../migrate.ts'
import { up as schema } from './0001-schema.ts'

/** In the order in which they are applied. */
export const migrations: readonly Migration[] = [{ name: '0001-schema', up: schema }]
