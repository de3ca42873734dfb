import type { AfterRestoreOptions } from '@nyanja/back-office/operations/after-restore'
import { readMarket } from '@nyanja/server/settings/market'

const nothing: Pick<AfterRestoreOptions, 'readJournal' | 'lookups'> = {
  readJournal: async () => ({ lines: [], files: 0, unreadable: 0 }),
  lookups: {
    findPayment: async () => undefined,
    findDelivery: async () => ({ state: 'unsure', text: 'not asked' }),
  },
}

/** The market of a command that has nothing to do with other systems. */
export const market = readMarket(new URL('../../portal/markets/mw.json', import.meta.url).pathname)

const noSettings = (): never => {
  throw new Error('This command needs no settings of the portal')
}

/** Stubs for commands that have nothing to do with other systems. */
export const openedStub = { market, openOutside: () => nothing, openConfig: noSettings } as const
