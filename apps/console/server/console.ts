import { createOpenIdConnect } from '@nyanja/server/adapters/openid-connect/openid-connect'
import { newId } from '@nyanja/server/common/ids'
import type { OpenDatabase } from '@nyanja/server/db/open'
import { createOperationStores } from '@nyanja/server/db/operations/stores'
import { createStaffSessionStore } from '@nyanja/server/db/sign-in/staff-session-store'
import { ActionLog } from '@nyanja/server/operations/action-log'
import { KeptSearches } from '@nyanja/server/operations/kept-searches'
import { MethodSwitches } from '@nyanja/server/operations/methods'
import { PaymentFiles } from '@nyanja/server/operations/payment-files'
import { PaymentFinder } from '@nyanja/server/operations/payment-finder'
import { Reviews } from '@nyanja/server/operations/reviews'
import { StaffActs } from '@nyanja/server/operations/staff-acts'
import type { ConsoleConfig } from '@nyanja/server/settings/console-config'
import { dayIn, startOfDayIn } from '@nyanja/server/settings/market'
import type { IdentityProvider } from '@nyanja/server/sign-in/identity-provider'
import { SignIn } from '@nyanja/server/sign-in/sign-in'
import { StaffSessions } from '@nyanja/server/sign-in/staff-sessions'

interface ConsoleOptions {
  readonly config: ConsoleConfig
  readonly database: Pick<OpenDatabase, 'db' | 'engine'>
  readonly now: () => number
  readonly warn: (details: object, text: string) => void
}

/** Replaced by tests. */
export interface ConsoleOverrides {
  readonly identityProvider?: IdentityProvider
}

/** Paths of the console at which the identity provider ends. */
const providerPaths = { signedIn: '/sign-in/callback', signedOut: '/signed-out?done' } as const

/** The only place of the console that knows which adapter implements which port. */
export function createConsole({ config, database, now, warn }: ConsoleOptions, overrides: ConsoleOverrides = {}) {
  const { market, http, publicOrigin, roleClaims } = config
  const stores = createOperationStores(database, now)
  const log = new ActionLog({ store: stores.actionLog, now })
  const reviews = new Reviews({ store: stores.reviews })
  const identityProvider =
    overrides.identityProvider ??
    createOpenIdConnect({
      ...config.identityProvider,
      signedInUrl: http.origin + providerPaths.signedIn,
      signedOutUrl: http.origin + providerPaths.signedOut,
    })

  return {
    ...{ market, publicOrigin, now, stores, log, reviews },
    /** Such as `2026-11-20`, in the market. */
    today: () => dayIn(market.timeZone, now()),
    signIn: new SignIn({ provider: identityProvider, roleClaims, warn: (err) => warn({ err }, err.message) }),
    sessions: new StaffSessions({ store: createStaffSessionStore(database.db), now }),
    searches: new KeptSearches({ store: stores.keptSearches, now, newId }),
    finder: new PaymentFinder({
      ...{ store: stores.paymentFinder, brand: market.brand, numbers: market.numbers, now },
      startOfDay: (day) => startOfDayIn(market.timeZone, Date.parse(`${day}T12:00:00Z`)),
    }),
    files: new PaymentFiles({ reviews, requests: stores.staffRequests, corrections: stores.corrections, log, now }),
    acts: new StaffActs({
      ...{ log, newId, reviews },
      payments: stores.paymentActs,
      requests: stores.staffRequests,
      corrections: stores.corrections,
      submissions: stores.submissions,
      leads: stores.leadDecisions,
      switches: new MethodSwitches({ store: stores.switches, now }),
      incidents: stores.incidents,
    }),
  }
}

export type Console = ReturnType<typeof createConsole>
