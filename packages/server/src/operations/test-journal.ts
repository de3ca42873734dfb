import type { AfterRestoreOptions } from './after-restore.ts'

const nothing: Pick<AfterRestoreOptions, 'readJournal' | 'lookups'> = {
  readJournal: async () => ({ lines: [], files: 0, unreadable: 0 }),
  lookups: {
    findPayment: async () => undefined,
    findDelivery: async () => ({ state: 'unsure', text: 'not asked' }),
  },
}

/** For commands that have nothing to do with a restore. */
export const noJournal = { openOutside: () => nothing } as const
