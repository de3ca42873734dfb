import { afterAll, beforeAll, beforeEach } from 'vitest'
import { z } from 'zod'
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../../apps/sandbox/src/sandbox.ts'

const Records = z.object({
  captures: z.array(
    z.object({ reference: z.string(), amountMinor: z.number(), currency: z.string(), refundedMinor: z.number() }),
  ),
  deliveries: z.array(
    z.object({
      reference: z.string(),
      msisdn: z.string().optional(),
      account: z.string().optional(),
      productCode: z.string().optional(),
      amountMinor: z.number().optional(),
    }),
  ),
})

export interface Fault {
  readonly provider: string
  readonly operation?: string
  readonly kind: string
  readonly times?: number
  readonly delayMs?: number
}

export type TestSandbox = ReturnType<typeof testSandbox>

/** The external systems of one test file, over real sockets, reset for every test. */
export function testSandbox(options: SandboxOptions = {}) {
  let sandbox: Sandbox | undefined
  const running = () => {
    if (sandbox === undefined) throw new Error('The sandbox runs within tests only')
    return sandbox
  }

  async function control(path: string, body?: object, method = body === undefined ? 'GET' : 'POST'): Promise<unknown> {
    const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await fetch(`${running().url}/__sim${path}`, { method, headers, body: JSON.stringify(body) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, bankPort: 0, smppPort: 0, ...options })
  })
  beforeEach(async () => {
    await control('/reset', undefined, 'POST')
  })
  afterAll(() => sandbox?.stop())

  return {
    get url() {
      return running().url
    },
    get bankUrl() {
      return running().bankUrl
    },
    get smtpPort() {
      return running().smtpPort
    },
    get smppPort() {
      return running().smppPort
    },
    control,
    injectFault: (fault: Fault) => control('/faults', { times: 1, ...fault }),
    records: async () => Records.parse(await control('/books')),
  }
}
