import type { FastifyInstance } from 'fastify'
import { isJsonObject, type JsonObject, numberAt, objectsAt, textAt } from '../core/bodies.ts'
import { type Chat, readChat } from './chat-view.ts'
import { quantity } from './format.ts'
import type { Amount, Bucket, Bundle, FixedLineAccount, Handset, Line, Prompt, Sms } from './handset.ts'
import type { Outcome } from './presets.ts'

const shownOfAKind = 3
/** The numbers are those of the seed; end-to-end tests create many more. */
const shownAccounts = 7
/** The parties that show prompts on handsets, and their names of a successful payment. */
const askers = [
  { name: 'money', wallet: 'Nyanja Money', paid: 'TS' },
  { name: 'mpesa', wallet: 'M-Pesa', paid: 'Completed' },
] as const
const handsets = new Set(['mobile', 'HBB'])

/** The outcomes planned at the BSS for the next deliveries. */
export interface Planned {
  readonly operation: string
  readonly outcome: string
  readonly times: number
}

export interface Answered {
  readonly statusCode: number
  readonly isPaid: boolean
}

/** Calls the control APIs of the other simulators, like a test. */
export function createSimulatorClient(app: FastifyInstance) {
  async function ask(url: string): Promise<JsonObject> {
    const { statusCode, body } = await app.inject(url)
    const answer: unknown = statusCode === 200 ? JSON.parse(body) : undefined
    return isJsonObject(answer) ? answer : {}
  }

  async function list(url: string): Promise<readonly JsonObject[]> {
    const { statusCode, body } = await app.inject(url)
    const answer: unknown = statusCode === 200 ? JSON.parse(body) : undefined
    return Array.isArray(answer) ? answer.filter(isJsonObject) : []
  }

  const post = async (url: string, payload?: object): Promise<number> =>
    (await app.inject({ method: 'POST', url, ...(payload && { payload }) })).statusCode

  return {
    lines: async (): Promise<readonly Line[]> => someOfEachKind((await list('/__sim/bss/lines')).map(readLine)),

    accounts: async (): Promise<readonly FixedLineAccount[]> =>
      (await list('/__sim/bss/accounts')).slice(0, shownAccounts).map(readAccount),

    async handset(msisdn: string): Promise<Handset> {
      const [line, wallet, messages, ...prompts] = await Promise.all([
        ask(`/__sim/bss/lines/${msisdn}`),
        ask(`/__sim/money/wallets/${msisdn}`),
        list(`/__sim/sms?msisdn=${msisdn}`),
        ...askers.map(async ({ name, wallet }) =>
          (await list(`/__sim/${name}/prompts?msisdn=${msisdn}`)).map((prompt) => ({ ...prompt, wallet })),
        ),
      ])
      return readHandset(msisdn, { line, wallet, messages, prompts: prompts.flat() })
    },

    async answer(id: string, verb: 'approve' | 'refuse', body: { pin?: string }): Promise<Answered> {
      for (const { name, paid } of askers) {
        const url = `/__sim/${name}/prompts/${encodeURIComponent(id)}/${verb}`
        const { statusCode, body: text } = await app.inject({ method: 'POST', url, payload: body })
        if (statusCode === 404) continue
        const payment: unknown = statusCode === 200 ? JSON.parse(text) : undefined
        return { statusCode, isPaid: isJsonObject(payment) && payment.status === paid }
      }
      return { statusCode: 404, isPaid: false }
    },

    chat: async (msisdn: string): Promise<Chat> => readChat(await ask(`/__sim/chat/${msisdn}`)),
    announce: (msisdn: string, text: string): Promise<number> => post(`/__sim/chat/${msisdn}`, { text }),

    async planned(): Promise<readonly Planned[]> {
      const { planned = [] } = await ask('/__sim/bss/outcomes')
      return objectsAt({ planned }, 'planned').map((each) => ({
        operation: textAt(each, 'operation') ?? '',
        outcome: textAt(each, 'outcome') ?? '',
        times: numberAt(each, 'times') ?? 1,
      }))
    },
    plan: (outcome: Outcome): Promise<number> => post('/__sim/bss/outcomes', outcome),
    unplan: () => app.inject({ method: 'DELETE', url: '/__sim/bss/outcomes' }),

    startOver: (): Promise<number> => post('/__sim/reset'),
  }
}

/** A thousand lines are too many to choose from. */
function someOfEachKind(lines: readonly Line[]): readonly Line[] {
  const kinds = Map.groupBy(lines, ({ type, service }) => `${type} ${service}`)
  return [...kinds.values()].flatMap((kind) =>
    kind.filter(({ service }) => handsets.has(service)).slice(0, shownOfAKind),
  )
}

/** Collects the other simulators' answers about one number; an object is empty where the number is unknown. */
interface Answers {
  readonly line: JsonObject
  readonly wallet: JsonObject
  readonly prompts: readonly JsonObject[]
  readonly messages: readonly JsonObject[]
}

function readHandset(msisdn: string, { line, wallet, prompts, messages }: Answers): Handset {
  return {
    msisdn,
    line: line.msisdn === undefined ? undefined : readLine(line),
    airtime: amountOf(numberAt(line, 'mainBalance', 'amount'), textAt(line, 'mainBalance', 'currency')),
    bill: amountOf(numberAt(line, 'account', 'outstanding'), textAt(line, 'account', 'currency')),
    wallet: minorAt(wallet, 'balanceMinor'),
    buckets: objectsAt(line, 'buckets').map(readBucket),
    bundles: objectsAt(line, 'bundles').map(readBundle),
    prompts: prompts.map(readPrompt),
    messages: messages.map(readSms),
  }
}

function readLine(line: JsonObject): Line {
  return {
    msisdn: textAt(line, 'msisdn') ?? '',
    type: textAt(line, 'type') ?? '',
    service: textAt(line, 'service') ?? 'mobile',
  }
}

function readAccount(account: JsonObject): FixedLineAccount {
  const owed = amountOf(numberAt(account, 'outstanding'), textAt(account, 'currency'))
  return {
    id: textAt(account, 'id') ?? '',
    open: numberAt(account, 'open') ?? 0,
    owed: owed ?? { currency: '', minor: 0 },
  }
}

/** The BSS counts in major units. */
function amountOf(major: number | undefined, currency = ''): Amount | undefined {
  return major === undefined ? undefined : { currency, minor: Math.round(major * 100) }
}

function minorAt(from: JsonObject, key: string): Amount | undefined {
  const minor = numberAt(from, key)
  return minor === undefined ? undefined : { currency: textAt(from, 'currency') ?? '', minor }
}

function dateAt(from: JsonObject, key: string): Date | undefined {
  const text = textAt(from, key)
  return text === undefined ? undefined : new Date(text)
}

function readBucket(bucket: JsonObject): Bucket {
  return {
    name: textAt(bucket, 'name') ?? textAt(bucket, 'usageType') ?? '',
    left: quantity(numberAt(bucket, 'remaining') ?? 0, textAt(bucket, 'units') ?? ''),
    endsAt: dateAt(bucket, 'endsAt'),
  }
}

function readBundle(bundle: JsonObject): Bundle {
  return { name: textAt(bundle, 'name') ?? '', endsAt: dateAt(bundle, 'endsAt') }
}

function readPrompt(prompt: JsonObject): Prompt {
  return {
    id: textAt(prompt, 'id') ?? '',
    amount: minorAt(prompt, 'amountMinor') ?? { currency: '', minor: 0 },
    wallet: textAt(prompt, 'wallet') ?? '',
    payee: textAt(prompt, 'payee') ?? '',
    reference: textAt(prompt, 'reference') ?? '',
    endsAt: dateAt(prompt, 'expiresAt'),
  }
}

function readSms(sms: JsonObject): Sms {
  return {
    id: textAt(sms, 'id') ?? '',
    from: textAt(sms, 'from') ?? '',
    text: textAt(sms, 'text') ?? '',
    at: dateAt(sms, 'at') ?? new Date(0),
  }
}
