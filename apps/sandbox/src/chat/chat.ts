import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { answerBadBodies } from '../control/control-api.ts'
import { isJsonObject, objectIn, textIn } from '../core/bodies.ts'
import type { Simulator, World } from '../core/simulator.ts'
import type { Conversation } from './conversation.ts'
import { GuidedPurchase } from './guided-purchase.ts'
import { createPortalCalls, createPortalClient } from './portal-client.ts'

const second = 1000
/** The pauses are short while the customer enters the PIN, then as long as the portal requires of channels. */
const pausesMs = [...Array<number>(30).fill(2 * second), ...Array<number>(60).fill(10 * second)]

interface WatchOptions {
  readonly timeScale: number
  /** True means that the payment is final. */
  readonly checkPayment: (msisdn: string, transactionId: string) => Promise<boolean>
}

/** Watches payments until they end, so that the customer is informed automatically. */
class Watch {
  readonly #options: WatchOptions
  readonly #watched = new Set<string>()
  #stopping = new AbortController()

  constructor(options: WatchOptions) {
    this.#options = options
  }

  begin(msisdn: string, transactionId: string): void {
    if (this.#watched.has(transactionId)) return
    this.#watched.add(transactionId)
    void this.#run(msisdn, transactionId).finally(() => this.#watched.delete(transactionId))
  }

  end(): void {
    this.#stopping.abort()
    this.#stopping = new AbortController()
  }

  async #run(msisdn: string, transactionId: string): Promise<void> {
    const { timeScale, checkPayment } = this.#options
    const { signal } = this.#stopping
    for (const pauseMs of pausesMs) {
      const isOver = await sleep(pauseMs * timeScale, false, { signal, ref: false }).catch(() => true)
      if (isOver || (await checkPayment(msisdn, transactionId))) return
    }
  }
}

export interface ChatOptions {
  /** The portal's name of this channel. */
  readonly apiKey: string
}

interface ChatState {
  readonly format: 'chat-1'
  readonly conversations: readonly Conversation[]
}

const isChatState = (state: unknown): state is ChatState => isJsonObject(state) && state.format === 'chat-1'

interface ByMsisdn {
  readonly Params: { readonly msisdn: string }
}

const longestText = 500

/** A channel of the portal: customers write to it, and it buys for them through the JSON API only. */
export function createChat(world: World, { apiKey }: ChatOptions): Simulator {
  const { now, addresses, timeScale, changed, market } = world
  const client = createPortalClient({ baseUrl: () => addresses.portalUrl, apiKey, opco: market.opco })
  const purchase = new GuidedPurchase({ portal: createPortalCalls(client, market), trade: market, now })
  const conversations = new Map<string, Conversation>()
  const tasks = new Map<string, Promise<unknown>>()

  const of = (msisdn: string): Conversation => conversations.get(msisdn) ?? purchase.begin(msisdn)

  /** Serialises the messages of each conversation, however fast the customer types. */
  function inSequence<Result>(msisdn: string, act: () => Promise<Result>): Promise<Result> {
    const task = (tasks.get(msisdn) ?? Promise.resolve()).then(act)
    tasks.set(
      msisdn,
      task.catch(() => undefined),
    )
    return task
  }

  const watch = new Watch({
    timeScale,
    checkPayment: (msisdn, transactionId) =>
      inSequence(msisdn, async () => {
        const isOver = await purchase.checkPayment(of(msisdn), transactionId)
        if (isOver) changed()
        return isOver
      }),
  })

  function watchAll(): void {
    for (const { msisdn, watched } of conversations.values()) for (const id of watched) watch.begin(msisdn, id)
  }

  async function hear(msisdn: string, text: string): Promise<Conversation> {
    const conversation = of(msisdn)
    conversations.set(msisdn, conversation)
    await purchase.hear(conversation, text.slice(0, longestText))
    watchAll()
    changed()
    return conversation
  }

  return {
    name: 'chat',
    register(app) {
      registerRoutes(app, { of, hear: (msisdn, text) => inSequence(msisdn, () => hear(msisdn, text)) })
    },
    records: () => ({}),
    snapshot: (): ChatState => ({ format: 'chat-1', conversations: [...conversations.values()] }),
    restore(state) {
      if (!isChatState(state)) return
      for (const conversation of state.conversations) conversations.set(conversation.msisdn, conversation)
    },
    reset() {
      watch.end()
      conversations.clear()
    },
    start: async () => watchAll(),
    stop: async () => watch.end(),
  }
}

interface Talking {
  of(msisdn: string): Conversation
  hear(msisdn: string, text: string): Promise<Conversation>
}

/** Registers the routes by which the sandbox phone and tests write to the chat and read its messages. */
function registerRoutes(app: FastifyInstance, talking: Talking): void {
  answerBadBodies(app)
  app.get<ByMsisdn>('/__sim/chat/:msisdn', async ({ params: { msisdn } }) => viewOf(talking.of(msisdn)))
  app.post<ByMsisdn>('/__sim/chat/:msisdn', async ({ params: { msisdn }, body }) =>
    viewOf(await talking.hear(msisdn, textIn(objectIn(body), 'text'))),
  )
}

const viewOf = ({ lines, options }: Conversation) => ({ lines, options })
