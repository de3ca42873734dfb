import type { FastifyInstance } from 'fastify'
import { isJsonObject, type JsonObject, numberAt, objectsAt, textAt } from '../core/json.ts'
import type { Chat } from './chat-view.ts'
import type { FixedAccount, Handset, Line } from './handset.ts'
import type { Outcome } from './presets.ts'
import { readChat } from './read-chat.ts'
import { readAccount, readHandset, readLine } from './read-handset.ts'

const shownOfAKind = 3
/** Those of the seed; stories make many. */
const shownAccounts = 7
/** Who puts prompts on a handset, and how each calls a payment that was made. */
const askers = [
  { name: 'money', wallet: 'Nyanja Money', paid: 'TS' },
  { name: 'mpesa', wallet: 'M-Pesa', paid: 'Completed' },
] as const
const handsets = new Set(['mobile', 'HBB'])

/** What the BSS was told to let happen to the next deliveries. */
export interface Planned {
  readonly operation: string
  readonly outcome: string
  readonly times: number
}

export interface Answered {
  readonly statusCode: number
  readonly isPaid: boolean
}

/** Asks the other parties of the sandbox by their control doors, as a test would. */
export function createNeighbours(app: FastifyInstance) {
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

    accounts: async (): Promise<readonly FixedAccount[]> =>
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
    say: (msisdn: string, text: string): Promise<number> => post(`/__sim/chat/${msisdn}`, { text }),

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
