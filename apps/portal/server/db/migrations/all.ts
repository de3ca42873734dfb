import type { Migration } from '../migrate.ts'

/** In the order in which they are applied. */
export const migrations: readonly Migration[] = []
