import type { Engine } from '../open.ts'

/** The few words of a table in which the two engines differ. */
export const words = {
  sqlite: { int: 'integer', strict: 'strict' },
  postgres: { int: 'bigint', strict: '' },
} as const satisfies Record<Engine, unknown>
