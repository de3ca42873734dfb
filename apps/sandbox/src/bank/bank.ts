import { isJsonObject } from '../core/json.ts'
import type { Simulator, World } from '../core/simulator.ts'
import { unknownChallengePage } from './acs-page.ts'
import { registerAcsRoutes } from './acs-routes.ts'
import type { Challenge, ChallengeRequest, Decision } from './challenge.ts'
import { Challenges } from './challenges.ts'
import { sendPage } from './page.ts'

/** What a card processor may ask of the issuing bank. */
export interface Issuer {
  /** Where to send the cardholder. */
  challenge(request: ChallengeRequest): { readonly id: string; readonly url: string }
  decisionOn(id: string): Decision | undefined
}

export interface Bank extends Simulator, Issuer {}

export interface BankOptions {
  /** As the browser sees it; absent: where the sandbox listens. */
  readonly bankUrl?: string
}

interface BankState {
  readonly format: 'bank-2'
  readonly challenges: readonly Challenge[]
}

const isBankState = (state: unknown): state is BankState => isJsonObject(state) && state.format === 'bank-2'

/** The bank that issued every card: a third party, on an origin of its own. */
export function createBank(world: World, { bankUrl }: BankOptions = {}): Bank {
  const challenges = new Challenges()

  return {
    name: 'bank',
    unknownPaths: [{ prefix: '/acs', answer: (reply) => sendPage(reply, unknownChallengePage(), 404) }],
    challenge(request) {
      const { id } = challenges.open(request)
      return { id, url: `${bankUrl ?? world.addresses.bankUrl}/acs/challenge/${id}` }
    },
    decisionOn: (id) => challenges.find(id)?.decision,
    register: (app) => registerAcsRoutes(app, challenges),
    books: () => ({}),
    snapshot: (): BankState => ({ format: 'bank-2', challenges: challenges.all() }),
    restore(state) {
      if (isBankState(state)) challenges.restore(state.challenges)
    },
    reset: () => challenges.clear(),
  }
}
