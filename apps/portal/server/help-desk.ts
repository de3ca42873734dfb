import { createHelpFiles } from './adapters/help-files/help-files.ts'
import type { Content } from './content/content.ts'
import { contentConstants } from './content-constants.ts'
import type { createStores } from './db/stores.ts'
import { HelpCentre } from './help/help-centre.ts'
import { HelpVotes } from './help/help-votes.ts'
import { MissedSearches } from './help/missed-searches.ts'
import type { Market } from './market.ts'
import { BusyAddresses } from './otp/busy-addresses.ts'

export interface HelpDeskOptions {
  readonly files: { readonly folder: string; readonly watch?: boolean }
  readonly market: Market
  readonly content: Pick<Content, 'page'>
  readonly stores: Pick<ReturnType<typeof createStores>, 'votes' | 'missedSearches'>
  readonly now: () => number
  readonly log?: { warn(message: string): void; error(message: string): void }
  readonly observeFaultyFiles?: (files: readonly string[]) => void
}

/** Whole villages share one address. */
const votesOfAddress = { wishes: 60, withinMs: 600_000, known: 10_000 }
/** Of those who bring no browser. */
const votesOnArticle = { wishes: 1, withinMs: 600_000, known: 50_000 }

/** The help centre, with its articles read. */
export async function createHelpDesk({ files, market, content, stores, now, ...reports }: HelpDeskOptions) {
  const { unprefixed, prefixed } = market.languages
  const languages = [unprefixed, prefixed]
  const help = new HelpCentre(createHelpFiles({ ...files, languages, constants: contentConstants(market) }), {
    languages,
    ignoredWords: (language) => content.page('getHelp-translation', language).ignoredWords,
    ...reports,
  })
  await help.load()
  const busyAddresses = new BusyAddresses({ ...votesOfAddress, now })
  const voters = new BusyAddresses({ ...votesOnArticle, now })
  return {
    help,
    helpVotes: new HelpVotes({
      store: stores.votes,
      help,
      isBusyWith: (address) => busyAddresses.isBusyWith(address),
      hasVotedOn: (article, address) => voters.isBusyWith(address, article),
    }),
    missedSearches: new MissedSearches({ store: stores.missedSearches, now }),
  }
}
