import type { z } from 'zod'
import { Failure, type Operation } from '../../../contract/fields.ts'
import { type TestApp, testKeys } from '../../testing/test-app.ts'

export const testHeaders: Readonly<Record<string, string>> = {
  'x-api-key': testKeys.whatsapp,
  'x-service-id': 'tests',
  'x-opco': 'MW',
  'x-product': 'ORP',
  'x-app-version': '1.0.0',
  'x-run-mode': 'PROD',
  'x-unmask-request': 'enable',
}

type Envelope<Answer extends z.ZodType> = z.infer<Answer> | z.infer<typeof Failure>

export interface Called<Answer extends z.ZodType> {
  readonly status: number
  readonly text: string
  readonly body: Envelope<Answer>
  readonly headers: Readonly<Record<string, unknown>>
}

/** Calls the API as a client does, and checks every answer against the contract. */
export function callerOf({ app }: Pick<TestApp, 'app'>) {
  return async function call<Answer extends z.ZodType>(
    operation: Operation<z.ZodType, Answer>,
    input: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Called<Answer>> {
    const { method, path, answer } = operation
    const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))
    const sent = method === 'GET' ? { url: `${path}?${query}` } : { url: path, payload: { ...input } }
    const response = await app.inject({ method, ...sent, headers: { ...testHeaders, ...headers } })
    const body: unknown = response.json()
    const read: Envelope<Answer> = (response.statusCode === 200 ? answer : Failure).parse(body)
    if (JSON.stringify(sorted(read)) !== JSON.stringify(sorted(body)))
      throw new Error(`Beyond the contract: ${response.body}`)
    return { status: response.statusCode, text: response.body, body: read, headers: response.headers }
  }
}

export type Caller = ReturnType<typeof callerOf>

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([name, part]) => [name, sorted(part)] as const)
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)))
}
