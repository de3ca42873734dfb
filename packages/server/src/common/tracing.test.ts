import { InMemorySpanExporter } from '@opentelemetry/sdk-trace'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { createProvider } from '../adapters/call-provider.ts'
import { serve } from '../adapters/serve.contract.ts'
import { openMigrated } from '../db/test-database.ts'
import { startTracing } from '../metrics/start-tracing.ts'
import { createLog } from './log.ts'
import { beginRequest, traceUseCases } from './tracing.ts'

const callerTrace = '0af7651916cd43dd8448eb211c80319c'

/** Opens a page that calls a use case, which reads the database and calls the BSS. */
async function open() {
  const received: (string | undefined)[] = []
  const origin = await serve((request, _, response) => {
    received.push(request.headers.traceparent?.toString())
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }, onTestFinished)
  const database = await openMigrated()
  onTestFinished(() => database.close())
  const bss = createProvider('bss')
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  class Balances {
    readonly #database = database

    async of(msisdn: string) {
      await this.#database.db.selectFrom('orders').selectAll().where('msisdn', '=', msisdn).execute()
      log.info('asked')
      return bss.ask({ operation: 'queryBalance', url: `${origin}/${msisdn}`, timeoutMs: 5_000, schema: z.object({}) })
    }
  }
  const { balances } = traceUseCases({ balances: new Balances() })

  async function visit(headers: Record<string, string>) {
    const span = beginRequest(headers)
    await new Promise<void>((resolve, reject) => span.run(() => balances.of('991234567').then(() => resolve(), reject)))
    span.end({ name: 'GET /balances', status: 200 })
  }
  return { visit, received, lines }
}

it('traces a request through use case, database and BSS, without the number that it is about', async () => {
  const exporter = new InMemorySpanExporter()
  const options = { endpoint: 'http://127.0.0.1:1', headers: {}, serviceName: 'portal', share: 1 }
  const stop = startTracing(options, {
    export: (spans, done) => exporter.export(spans, done),
    shutdown: async () => {},
  })
  onTestFinished(stop)
  const { visit, received, lines } = await open()
  await visit({ traceparent: `00-${callerTrace}-b7ad6b7169203331-01` })
  await stop()

  const spans = exporter.getFinishedSpans().filter((span) => span.spanContext().traceId === callerTrace)
  const byName = new Map(spans.map((span) => [span.name, span]))
  const parentOf = (name: string) =>
    spans.find((span) => span.spanContext().spanId === byName.get(name)?.parentSpanContext?.spanId)?.name
  expect([...byName.keys()].sort()).toEqual(['GET /balances', 'balances.of', 'bss queryBalance', 'select orders'])
  expect(parentOf('balances.of')).toBe('GET /balances')
  expect(parentOf('select orders')).toBe('balances.of')
  expect(parentOf('bss queryBalance')).toBe('balances.of')
  const call = byName.get('bss queryBalance')
  expect(received).toEqual([`00-${callerTrace}-${call?.spanContext().spanId}-01`])
  expect(call?.attributes).toEqual({ outcome: 'answered' })
  expect(
    JSON.stringify(spans.map(({ name, attributes, status, events }) => ({ name, attributes, status, events }))),
  ).not.toContain('991234567')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'asked', trace: callerTrace })
})

it('sends no trace context, and logs none, unless traces are exported', async () => {
  const { visit, received, lines } = await open()
  await visit({ traceparent: `00-${callerTrace}-b7ad6b7169203331-01` })
  expect(received).toEqual([undefined])
  expect(lines[0]).not.toContain('trace')
})
