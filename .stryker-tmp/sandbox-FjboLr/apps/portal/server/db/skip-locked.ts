// @ts-nocheck
import { sql } from 'kysely'
import type { Engine } from './open.ts'

/** Rows that another worker holds are passed over. On SQLite there is one process, so there is no other worker. */
export const skipLocked = { sqlite: sql``, postgres: sql`for update skip locked` } as const satisfies Record<
  Engine,
  unknown
>
