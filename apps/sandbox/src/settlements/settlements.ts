import type { FastifyInstance, FastifyReply } from 'fastify'
import { answerBadBodies, noSuch } from '../control/control-api.ts'
import { isJsonObject, objectIn, oneOf } from '../core/bodies.ts'
import type { FeeTerms } from '../core/market.ts'
import type { Simulator, World } from '../core/simulator.ts'
import { type Credit, statementFormats } from './bank-statements.ts'
import {
  type BankFault,
  bankFaultKinds,
  type FileFault,
  fileFaultKinds,
  pickTarget,
  withFaults,
} from './file-faults.ts'
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
  /** The faults by day. */
  readonly bankFaults?: readonly (readonly [string, readonly BankFault[]])[]
}

const isState = (state: unknown): state is State => isJsonObject(state) && state.format === 'settlements-1'

/** Each provider's file of a day, from its own records, and what was put wrong in it. */
class SettlementRecords {
  readonly #world: World
  readonly #providers: readonly Simulator[]
  readonly faults = new Map<string, readonly FileFault[]>()
  readonly bankFaults = new Map<string, readonly BankFault[]>()

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

  /** The lines come from the provider's own records. */
  trueLines(provider: string, day: string): readonly Line[] {
    const { market } = this.#world
    const captures = this.#providers.find(({ name }) => name === provider)?.records().captures ?? []
    return linesOfDay(captures, { day, market, fee: this.#feeOf(provider, day) })
  }

  hasContract(provider: string): boolean {
    return this.#world.market.fees[settlementFormats[provider]?.gateway ?? ''] !== undefined
  }

  #feeOf(provider: string, day: string): FeeTerms {
    const { gateway = '', feeRate = 0, hasFees = false } = settlementFormats[provider] ?? {}
    if (!hasFees) return { basisPoints: 0 }
    const terms = this.#world.market.fees[gateway]?.findLast(({ from = '' }) => from <= day)
    return terms ?? { basisPoints: feeRate }
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

  /** Undefined when every payment of the file has a fault already. */
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

  bankFaultsOf(day: string): readonly BankFault[] {
    return this.bankFaults.get(day) ?? []
  }

  /** Returns the amount in the closing balance beyond what the entries give. */
  surplusOf(day: string): number {
    return this.bankFaultsOf(day).some(({ kind }) => kind === 'wrong_balance') ? wrongBalanceMinor : 0
  }

  /** What the bank receives on a day: the payouts of the day before, less its own faults. */
  credits(day: string): readonly Credit[] {
    const credits = Object.keys(settlementFormats).flatMap((provider) => this.#payoutsOf(provider, dayAfter(day, -1)))
    const missing = this.bankFaultsOf(day).flatMap(({ kind, reference }) => (kind === 'missing_row' ? [reference] : []))
    return credits.filter(({ text }) => missing.every((reference) => !text.includes(reference)))
  }

  #payoutsOf(provider: string, day: string): readonly Credit[] {
    const totals = Map.groupBy(this.lines(provider, day), ({ currency }) => currency)
    return [...totals].flatMap(([currency, lines]) => {
      const minor = lines.reduce((sum, line) => sum + (line.kind === 'payment' ? line.netMinor : -line.netMinor), 0)
      if (minor <= 0 || !hasPayouts(provider)) return []
      const text = `SETTLEMENT ${payoutOf(provider, day)}`
      const bankReference = `B${day.replaceAll('-', '')}${provider}${currency}`.slice(0, 16)
      const payer = `${provider === 'uba' ? 'UBA U-COLLECT' : provider.toUpperCase()} LTD`
      return [{ payer, text, minor, currency, day: dayAfter(day, 1), bankReference }]
    })
  }
}

const payoutOf = (provider: string, day: string) => `${provider.toUpperCase()}-${day.replaceAll('-', '')}`

/** Wallets are emptied by the merchant himself. */
const hasPayouts = (provider: string) => settlementFormats[provider]?.hasFees === true && provider !== 'money'

/** Explains why a provider's file cannot have such a fault. */
function whyNot(kind: FileFault['kind'], provider: string, records: SettlementRecords): string | undefined {
  const { hasFees = false, hasCurrencies = false } = settlementFormats[provider] ?? {}
  const noColumn = 'This file has no such column'
  const lacks: Partial<Record<FileFault['kind'], string | false>> = {
    wrong_fee: !hasFees && noColumn,
    other_currency: !hasCurrencies && noColumn,
    uncontracted_fee: !(hasFees && records.hasContract(provider)) && 'No fee was agreed with this provider',
  }
  return lacks[kind] || undefined
}

function registerFaults(app: FastifyInstance, records: SettlementRecords): void {
  app.get<OfDay>('/:provider/:day/faults', async ({ params: { provider, day } }) =>
    provider === 'bank' ? records.bankFaultsOf(day) : records.faultsOf(provider, day),
  )

  app.post<OfDay>('/:provider/:day/faults', async ({ params: { provider, day }, body }, reply) => {
    if (provider === 'bank') return addBankFault(reply, records, day, oneOf(objectIn(body), 'kind', bankFaultKinds))
    const kind = oneOf(objectIn(body), 'kind', fileFaultKinds)
    if (!records.has(provider)) return noSuch(reply, 'settlement file')
    const lack = whyNot(kind, provider, records)
    if (lack !== undefined) return reply.code(409).send({ message: lack })
    const fault = records.add(provider, day, kind)
    return fault ? reply.code(201).send(fault) : reply.code(409).send({ message: 'No payment without a fault is left' })
  })
}

const wrongBalanceMinor = 7_700

/** The first payout of the day does not come, or the closing balance is another one. */
function addBankFault(
  reply: FastifyReply,
  records: SettlementRecords,
  day: string,
  kind: BankFault['kind'],
): FastifyReply {
  const [first] = records.credits(day)
  if (first === undefined) return reply.code(409).send({ message: 'The bank receives no payout on this day' })
  const fault = { kind, reference: kind === 'wrong_balance' ? day : (first.text.split(' ').at(-1) ?? '') }
  records.bankFaults.set(day, [...records.bankFaultsOf(day), fault])
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
                const statement = write({
                  credits: records.credits(day),
                  day,
                  currency,
                  surplusMinor: records.surplusOf(day),
                })
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
    snapshot: (): State => ({
      ...{ format: 'settlements-1', faults: [...records.faults], bankFaults: [...records.bankFaults] },
    }),
    restore(state) {
      if (!isState(state)) return
      for (const [key, faults] of state.faults) records.faults.set(key, faults)
      for (const [day, faults] of state.bankFaults ?? []) records.bankFaults.set(day, faults)
    },
    reset() {
      records.faults.clear()
      records.bankFaults.clear()
    },
  }
}
