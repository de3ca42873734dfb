import type { FastifyInstance, FastifyReply } from 'fastify'
import { BadBody, type JsonObject, namesOf, numberIn, objectIn, oneOf, optionalTextIn, textIn } from '../core/bodies.ts'
import { type FaultRequest, faultKinds } from '../core/faults.ts'
import type { ProviderRecords, Simulator, World } from '../core/simulator.ts'

const ranges = {
  delayMs: { min: 0, max: 3_600_000 },
  copies: { min: 1, max: 1_000 },
  times: { min: 1, max: 1_000_000 },
  probability: { min: 0, max: 1 },
} as const

export function readFault(body: unknown): FaultRequest {
  const fault = objectIn(body)
  const operation = optionalTextIn(fault, 'operation')
  const numbers = Object.entries(ranges)
    .filter(([key]) => fault[key] !== undefined)
    .map(([key, range]) => [key, numberIn(fault, key, range)])
  return {
    provider: textIn(fault, 'provider'),
    ...(operation === undefined ? {} : { operation }),
    kind: oneOf(fault, 'kind', faultKinds),
    ...Object.fromEntries(numbers),
  }
}

/** The control API of tests and of the fault panel. The portal's adapters never use it. */
export function addControl(app: FastifyInstance, world: World, simulators: readonly Simulator[]): void {
  void app.register(
    (control, _options, done) => {
      answerBadBodies(control)
      addFaultControl(control, world)
      addStateControl(control, world, simulators)
      done()
    },
    { prefix: '/__sim' },
  )
}

function addFaultControl(control: FastifyInstance, { faults }: World): void {
  control.get('/faults', async () => faults.list())
  control.post('/faults', async ({ body }, reply) => reply.code(201).send(faults.add(readFault(body))))
  control.delete('/faults', async (_request, reply) => {
    faults.clear()
    return reply.code(204).send()
  })
  control.delete<{ Params: { id: string } }>('/faults/:id', async ({ params }, reply) => {
    faults.remove(params.id)
    return reply.code(204).send()
  })
}

function addStateControl(control: FastifyInstance, world: World, simulators: readonly Simulator[]): void {
  const names = simulators.map(({ name }) => name)
  control.get('/health', async () => ({ status: 'ok', simulators: names, ...world.addresses }))
  control.get('/books', async () => mergedRecords(simulators))
  control.get('/callbacks', async () => world.callbacks.tries())
  control.post('/reset', async (_request, reply) => {
    world.faults.clear()
    world.callbacks.cancel()
    for (const simulator of simulators) simulator.reset()
    return reply.code(204).send()
  })
}

function mergedRecords(simulators: readonly Simulator[]): ProviderRecords {
  const all = simulators.map((simulator) => simulator.records())
  return {
    captures: all.flatMap(({ captures = [] }) => captures),
    deliveries: all.flatMap(({ deliveries = [] }) => deliveries),
  }
}

/** An error in a control call returns a message without a stack trace. */
export function answerBadBodies(control: FastifyInstance): void {
  control.setErrorHandler(async (error, _request, reply) => {
    if (error instanceof BadBody) return reply.code(400).send({ message: error.message })
    throw error
  })
}

interface Records<Entry> {
  /** The path of the records: `/__sim/acme/payments`. */
  readonly path: string
  readonly what: string
  find(id: string): Entry | undefined
  view(entry: Entry): object
}

/** Why an action was impossible; without a reason, returns the record. */
interface Objection {
  readonly status: 403 | 409
  readonly message?: string
}

type Act<Entry> = (entry: Entry, body: unknown) => Objection | undefined

interface ById {
  readonly Params: { readonly id: string }
}

export const noSuch = (reply: FastifyReply, what: string): FastifyReply =>
  reply.code(404).send({ message: `No such ${what}` })

/** Routes for one record in the path: tests read or change it. */
export function recordRoutes<Entry>(app: FastifyInstance, { path, what, find, view }: Records<Entry>) {
  return {
    serveRecord(): void {
      app.get<ById>(`${path}/:id`, async ({ params }, reply) => {
        const entry = find(params.id)
        return entry ? view(entry) : noSuch(reply, what)
      })
    },
    on(verb: string, act: Act<Entry>): void {
      app.post<ById>(`${path}/:id/${verb}`, async ({ params, body }, reply) => {
        const entry = find(params.id)
        if (entry === undefined) return noSuch(reply, what)
        const { status = 200, message } = act(entry, body) ?? {}
        return reply.code(status).send(message === undefined ? view(entry) : { message })
      })
    },
  }
}

interface Endings<Entry, Ending extends string> {
  readonly endings: Readonly<Record<Ending, unknown>>
  /** False means that it is too late for this record. */
  conclude(entry: Entry, ending: Ending): boolean
  readonly tooLate?: string
}

/** Payments of a hosted page, and the outcomes that a test can set without a customer. */
export function registerEndings<Entry, Ending extends string>(
  app: FastifyInstance,
  records: Omit<Records<Entry>, 'what'>,
  { endings, conclude, tooLate = 'The money is taken: only "reversed" follows' }: Endings<Entry, Ending>,
) {
  const { serveRecord, on } = recordRoutes(app, { ...records, what: 'payment' })
  serveRecord()
  on('pay', (entry, body) =>
    conclude(entry, oneOf(objectIn(body), 'outcome', namesOf(endings))) ? undefined : { status: 409, message: tooLate },
  )
  return { on }
}

/** What the next refunds come to. */
export function registerRefundOutcome<Outcome extends string>(
  app: FastifyInstance,
  path: string,
  settings: { refundOutcome: Outcome },
  outcomes: readonly Outcome[],
): void {
  app.post(`${path}/refunds`, async ({ body }) => {
    settings.refundOutcome = oneOf(objectIn(body), 'outcome', outcomes)
    return { outcome: settings.refundOutcome }
  })
}

/** Outcomes that a test can set at any time: a failed payment may still succeed. */
export type Outcomes<Account, Payment> = Readonly<Record<string, (account: Account, payment: Payment) => void>>

interface DecidedPayments<Account, Payment> {
  /** The path of the records: `/__sim/acme/payments`. */
  readonly path: string
  readonly account: Account
  view(payment: Payment): object
  readonly outcomes: Outcomes<Account, Payment>
}

interface PaymentAccount<Payment> {
  find(id: string): Payment | undefined
  readonly ledger: { allows(payment: Payment, outcome: string): boolean }
}

/** Payments of a wallet, and the states that a test can set without a customer. */
export function registerOutcomes<Payment extends { readonly status: string }, Account extends PaymentAccount<Payment>>(
  app: FastifyInstance,
  { path, account, view, outcomes }: DecidedPayments<Account, Payment>,
): void {
  const { serveRecord, on } = recordRoutes(app, { path, what: 'payment', find: (id) => account.find(id), view })
  serveRecord()
  on('turn', (payment, body) => {
    const outcome = oneOf(objectIn(body), 'to', namesOf(outcomes))
    if (!account.ledger.allows(payment, outcome)) return { status: 409, message: `The payment is ${payment.status}` }
    outcomes[outcome]?.(account, payment)
    return undefined
  })
}

interface Prompts<Payment> {
  /** The path of the prompts: `/__sim/acme/prompts`. */
  readonly path: string
  /** Lists all pending prompts, or those of one handset. */
  waiting(msisdn?: string): readonly Payment[]
  find(id: string): Payment | undefined
  approve(payment: Payment, pin: string): void
  hadWrongPin(payment: Payment): boolean
  refuse(payment: Payment): void
  /** The PIN or code that the handset's owner would enter. */
  pinFor(payment: Payment): string
  promptView(payment: Payment): object
  paymentView(payment: Payment): object
}

/** Prompts on handsets, and their owners' answers. */
export function registerPromptRoutes<Payment>(app: FastifyInstance, prompts: Prompts<Payment>): void {
  const { path, find, paymentView } = prompts
  const { on } = recordRoutes(app, { path, what: 'prompt', find, view: paymentView })

  app.get<{ Querystring: { msisdn?: string } }>(path, async ({ query: { msisdn } }) =>
    prompts.waiting(msisdn).map((payment) => prompts.promptView(payment)),
  )

  on('approve', (payment, body) => {
    prompts.approve(payment, textIn(objectIn(body), 'pin'))
    return prompts.hadWrongPin(payment) ? { status: 403 } : undefined
  })

  on('refuse', (payment) => {
    prompts.refuse(payment)
    return undefined
  })

  app.post(`${path}/approve-all`, async () => {
    const waiting = prompts.waiting()
    for (const payment of waiting) prompts.approve(payment, prompts.pinFor(payment))
    return { approved: waiting.length }
  })
}

/** Parses each setting from a test's request. */
export type Readers<Settings> = { readonly [Name in keyof Settings]: (fields: JsonObject) => Pick<Settings, Name> }

interface Adjustable<Settings> {
  /** The party's path: `/__sim/acme`. */
  readonly path: string
  readonly settings: Settings
  readonly readers: Readonly<Record<string, (fields: JsonObject) => Partial<Settings>>>
  /** Without settings the answer has the current ones. */
  readonly view?: () => object
  /** Actions by their path: `keys/rotate`. */
  readonly actions?: Readonly<Record<string, () => void>>
}

/** A party's settings and resets. A change keeps the settings that it does not name. */
export function registerSettingsRoutes<Settings extends object>(
  app: FastifyInstance,
  { path, settings, readers, view = () => settings, actions = {} }: Adjustable<Settings>,
): void {
  app.get(`${path}/settings`, async () => view())

  app.post(`${path}/settings`, async ({ body }) => {
    const fields = objectIn(body)
    for (const [name, read] of Object.entries(readers))
      if (fields[name] !== undefined) Object.assign(settings, read(fields))
    return view()
  })

  for (const [word, act] of Object.entries(actions)) {
    app.post(`${path}/${word}`, async (_request, reply) => {
      act()
      return reply.code(204).send()
    })
  }
}
