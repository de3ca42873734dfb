import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isJsonObject } from '../core/bodies.ts'
import { html } from '../core/html.ts'
import type { Simulator, World } from '../core/simulator.ts'
import { type Page, readForm, sendPage } from './page.ts'

/** The one-time code of every cardholder. */
const cardholderCode = '123456'

const codeTries = 3

/** Confirmations that were requested from the issuer. */
class Challenges {
  readonly #byId = new Map<string, Challenge>()

  open(request: ChallengeRequest): Challenge {
    const challenge: Challenge = { ...request, id: randomUUID(), decision: undefined, triesLeft: codeTries }
    this.#byId.set(challenge.id, challenge)
    return challenge
  }

  find(id: string): Challenge | undefined {
    return this.#byId.get(id)
  }

  /** The first decision is final, even if the cardholder returns to the page. */
  decide(challenge: Challenge, decision: Decision): void {
    challenge.decision ??= decision
  }

  /** A wrong code on the last try refuses the payment. */
  isRightCode(challenge: Challenge, code: string): boolean {
    if (code.trim() === cardholderCode) return true
    challenge.triesLeft -= 1
    if (challenge.triesLeft <= 0) this.decide(challenge, 'refused')
    return false
  }

  all(): readonly Challenge[] {
    return [...this.#byId.values()]
  }

  restore(challenges: readonly Challenge[]): void {
    this.clear()
    for (const challenge of challenges) this.#byId.set(challenge.id, challenge)
  }

  clear(): void {
    this.#byId.clear()
  }
}

const bank = { house: 'Mudzi Bank', tint: '#14532d' } as const

function challengePage({ merchant, amount, cardLast4, reference }: Challenge, problem?: string): Page {
  return {
    ...bank,
    title: 'Confirm your payment',
    body: html`<p class="note">Simulated bank page: the second step of a card payment. Nobody is charged.</p>
<main><h1>Confirm your payment</h1>
<dl><dt>Merchant</dt><dd>${merchant}</dd><dt>Reference</dt><dd>${reference}</dd>
<dt>Card</dt><dd>ending in ${cardLast4}</dd><dt>Amount</dt><dd class="sum">${amount}</dd></dl>
${problem !== undefined && html`<p class="bad" role="alert">${problem}</p>`}
<form method="post">
<label for="code">Code from your bank</label>
<input id="code" name="code" inputmode="numeric" autocomplete="off" value="${cardholderCode}">
<button name="decision" value="approve">Approve</button>
<button class="plain" name="decision" value="refuse">Refuse</button>
</form></main>`,
  }
}

function unknownChallengePage(): Page {
  return { ...bank, title: 'Not found', body: html`<main><h1>This confirmation does not exist</h1></main>` }
}

const decisions: Readonly<Record<string, Decision>> = { approve: 'approved', refuse: 'refused' }

interface ById {
  readonly Params: { readonly id: string }
}

function registerAcsRoutes(app: FastifyInstance, challenges: Challenges): void {
  readForm(app)

  app.get<ById>('/acs/challenge/:id', { config: { provider: 'bank', operation: 'page' } }, ({ params }, reply) => {
    const challenge = challenges.find(params.id)
    return challenge ? sendPage(reply, challengePage(challenge)) : notFound(reply)
  })

  app.post<ById & { readonly Body: URLSearchParams }>(
    '/acs/challenge/:id',
    { config: { provider: 'bank', operation: 'decide' } },
    ({ params, body }, reply) => {
      const challenge = challenges.find(params.id)
      if (challenge === undefined) return notFound(reply)
      const decision = decisions[body.get('decision') ?? '']
      if (decision === undefined) return sendPage(reply, challengePage(challenge), 422)
      const typed = body.get('code') ?? cardholderCode
      const isWrong = decision === 'approved' && !challenges.isRightCode(challenge, typed)
      if (isWrong && challenge.decision === undefined) {
        return sendPage(reply, challengePage(challenge, `That code is wrong. Tries left: ${challenge.triesLeft}`))
      }
      challenges.decide(challenge, decision)
      const back = new URL(challenge.returnUrl)
      back.searchParams.set('challenge', challenge.id)
      return reply.redirect(back.href, 303)
    },
  )
}

const notFound = (reply: FastifyReply): FastifyReply => sendPage(reply, unknownChallengePage(), 404)

/** What a card processor can request from the issuing bank. */
export interface Issuer {
  /** The page to which the cardholder is sent. */
  challenge(request: ChallengeRequest): { readonly id: string; readonly url: string }
  decisionOn(id: string): Decision | undefined
}

export interface Bank extends Simulator, Issuer {}

export interface BankOptions {
  /** The bank's origin as the browser sees it; when it is absent, it is where the sandbox listens. */
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
    records: () => ({}),
    snapshot: (): BankState => ({ format: 'bank-2', challenges: challenges.all() }),
    restore(state) {
      if (isBankState(state)) challenges.restore(state.challenges)
    },
    reset: () => challenges.clear(),
  }
}

type Decision = 'approved' | 'refused'

interface Challenge {
  readonly id: string
  readonly merchant: string
  readonly reference: string
  readonly amount: string
  readonly cardLast4: string
  readonly returnUrl: string
  decision: Decision | undefined
  /** The number of wrong codes that the issuer tolerates. */
  triesLeft: number
}

type ChallengeRequest = Omit<Challenge, 'id' | 'decision' | 'triesLeft'>
