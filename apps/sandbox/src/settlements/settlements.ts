import type { FastifyInstance, FastifyReply } from 'fastify'
import { answerBadBodies, noSuch } from '../control/control-api.ts'
import { isJsonObject, objectIn, oneOf } from '../core/bodies.ts'
import type { Simulator, World } from '../core/simulator.ts'
import { type Credit, statementFormats } from './bank-statements.ts'
import { type FileFault, fileFaultKinds, pickTarget, withFaults } from './file-faults.ts'
import { settlementFormats } from './file-formats.ts'
import { type Line, linesOfDay } from './settlement-lines.ts'

interface OfDay {
  readonly Params: { readonly provider: string; readonly day: string }
}

const dayMs = 86_400_000

const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

interface State {
  readonly format: 'settlements-1'
  readonly faults: readonly (readonly [string, readonly FileFault[]])[]
}

const isState = (state: unknown): state is State => isJsonObject(state) && state.format === 'settlements-1'

/** Each provider's file of a day, from its own records, and what was put wrong in it. */
class SettlementRecords {
  readonly #world: World
  readonly #providers: readonly Simulator[]
  readonly faults = new Map<string, readonly FileFault[]>()

  constructor(world: World, providers: readonly Simulator[]) {
    this.#world = world
    this.#providers = providers
  }

  has(provider: string): boolean {
    return Object.hasOwn(settlementFormats, provider)
  }

  faultsOf(provider: string, day: string): readonly FileFault[] {
    return this.faults.get(`${provider} ${day}`) ?? []
  }

  /** By the provider's own records. */
  trueLines(provider: string, day: string): readonly Line[] {
    const { market } = this.#world
    const captures = this.#providers.find(({ name }) => name === provider)?.records().captures ?? []
    return linesOfDay(captures, { day, market, feeRate: settlementFormats[provider]?.feeRate ?? 0 })
  }

  lines(provider: string, day: string): readonly Line[] {
    return withFaults(this.trueLines(provider, day), this.faultsOf(provider, day))
  }

  file(provider: string, day: string): Buffer {
    const { market } = this.#world
    const format = settlementFormats[provider]
    if (format === undefined) throw new Error(`No settlement file of ${provider}`)
    const payout = { payout: payoutOf(provider, day), payoutDay: dayAfter(day, 1) }
    return Buffer.from(format.write({ lines: this.lines(provider, day), market, day, ...payout }), format.encoding)
  }

  /** Undefined: every payment of the file has a fault already. */
  add(provider: string, day: string, kind: FileFault['kind']): FileFault | undefined {
    const faults = this.faultsOf(provider, day)
    const lines = this.trueLines(provider, day)
    const target = pickTarget(lines, faults)
    if (target === undefined) return undefined
    const reference = kind === 'extra_row' ? `EXTRA-${provider}-${day}-${faults.length}` : target
    const fault = { kind, reference }
    this.faults.set(`${provider} ${day}`, [...faults, fault])
    return fault
  }

  /** What the bank receives on a day: the payouts of the day before, less its own faults. */
  credits(day: string): readonly Credit[] {
    const credits = Object.keys(settlementFormats).flatMap((provider) => this.#payoutsOf(provider, dayAfter(day, -1)))
    const missing = this.faultsOf('bank', day).map(({ reference }) => reference)
    return credits.filter(({ text }) => missing.every((reference) => !text.includes(reference)))
  }

  #payoutsOf(provider: string, day: string): readonly Credit[] {
    const totals = Map.groupBy(this.lines(provider, day), ({ currency }) => currency)
    return [...totals].flatMap(([currency, lines]) => {
      const minor = lines.reduce((sum, line) => sum + (line.kind === 'payment' ? line.netMinor : -line.netMinor), 0)
      if (minor <= 0 || !hasPayouts(provider)) return []
      const text = `SETTLEMENT ${payoutOf(provider, day)}`
      const bankReference = `B${day.replaceAll('-', '')}${provider}${currency}`.slice(0, 16)
      return [{ payer: `${provider.toUpperCase()} LTD`, text, minor, currency, day: dayAfter(day, 1), bankReference }]
    })
  }
}

const payoutOf = (provider: string, day: string) => `${provider.toUpperCase()}-${day.replaceAll('-', '')}`

/** Wallets are emptied by the merchant himself. */
const hasPayouts = (provider: string) => settlementFormats[provider]?.hasFees === true && provider !== 'money'

function registerFaults(app: FastifyInstance, records: SettlementRecords): void {
  app.get<OfDay>('/:provider/:day/faults', async ({ params: { provider, day } }) => records.faultsOf(provider, day))

  app.post<OfDay>('/:provider/:day/faults', async ({ params: { provider, day }, body }, reply) => {
    const kind = oneOf(objectIn(body), 'kind', fileFaultKinds)
    if (provider === 'bank') return addBankFault(reply, records, day)
    if (!records.has(provider)) return noSuch(reply, 'settlement file')
    const { hasFees = false, hasCurrencies = false } = settlementFormats[provider] ?? {}
    if ((kind === 'wrong_fee' && !hasFees) || (kind === 'other_currency' && !hasCurrencies))
      return reply.code(409).send({ message: 'This file has no such column' })
    const fault = records.add(provider, day, kind)
    return fault ? reply.code(201).send(fault) : reply.code(409).send({ message: 'No payment without a fault is left' })
  })
}

/** The first payout of the day does not come. */
function addBankFault(reply: FastifyReply, records: SettlementRecords, day: string): FastifyReply {
  const [first] = records.credits(day)
  if (first === undefined) return reply.code(409).send({ message: 'The bank receives no payout on this day' })
  const fault: FileFault = { kind: 'missing_row', reference: first.text.split(' ').at(-1) ?? '' }
  records.faults.set(`bank ${day}`, [...records.faultsOf('bank', day), fault])
  return reply.code(201).send(fault)
}

/** Settlement files and bank statements, to be fetched by tests and by operators who try the import. */
export function createSettlements(world: World, providers: readonly Simulator[]): Simulator {
  const records = new SettlementRecords(world, providers)

  return {
    name: 'settlements',
    register(app) {
      void app.register(
        (control, _options, done) => {
          answerBadBodies(control)
          registerFaults(control, records)
          control.get<OfDay & { readonly Querystring: { readonly format?: string } }>(
            '/:provider/:day',
            async ({ params: { provider, day }, query: { format = 'camt053' } }, reply) => {
              const write = statementFormats[format]
              if (provider === 'bank' && write !== undefined) {
                const { currency } = world.market
                const statement = write({ credits: records.credits(day), day, currency })
                return reply.type('text/plain; charset=utf-8').send(statement)
              }
              if (!records.has(provider)) return noSuch(reply, 'settlement file')
              return reply.type('text/csv').send(records.file(provider, day))
            },
          )
          done()
        },
        { prefix: '/__sim/settlements' },
      )
    },
    records: () => ({}),
    snapshot: (): State => ({ format: 'settlements-1', faults: [...records.faults] }),
    restore(state) {
      if (!isState(state)) return
      for (const [key, faults] of state.faults) records.faults.set(key, faults)
    },
    reset: () => records.faults.clear(),
  }
}
