import { alerts } from '@nyanja/domain/alerts'
import { expect, it } from 'vitest'
import { createMetrics, loggedMetrics } from './metrics.ts'

function open() {
  const lines: unknown[] = []
  const metrics = createMetrics()
  const logged = loggedMetrics(metrics, { warn: (fields, message) => lines.push([fields, message]) })
  return { lines, metrics: logged, read: () => metrics.registry.metrics() }
}

it('shows every alert at 0 from the start', async () => {
  const text = await open().read()
  for (const event of alerts) expect(text).toContain(`portal_alerts_total{event="${event}"} 0`)
})

it('shows every queue and provider at 0 from its registration, and counts from there', async () => {
  const { metrics, read } = open()
  metrics.startQueueSeries('deliver')
  metrics.startProviderSeries('dpo')
  metrics.startProviderSeries('dpo')
  const begun = await read()
  for (const series of [
    'portal_failed_work_total{queue="deliver"} 0',
    'portal_provider_circuit_open{provider="dpo"} 0',
    'portal_provider_invalid_responses_total{provider="dpo"} 0',
    'portal_provider_not_sent_total{provider="dpo",reason="circuit_open"} 0',
    'portal_provider_not_sent_total{provider="dpo",reason="bulkhead_full"} 0',
  ])
    expect(begun).toContain(series)
  const call = { provider: 'dpo', operation: 'verifyToken', durationMs: 1 }
  metrics.recordCall({ ...call, outcome: 'not_sent', reason: 'circuit_open' })
  metrics.setCircuit('dpo', true)
  const after = await read()
  expect(after).toContain('portal_provider_not_sent_total{provider="dpo",reason="circuit_open"} 1')
  expect(after).toContain('portal_provider_circuit_open{provider="dpo"} 1')
})

it('logs an invalid response with provider, call and field, and a circuit when it opens and closes', () => {
  const { metrics, lines } = open()
  const call = { provider: 'dpo', operation: 'verifyToken', durationMs: 1, status: 200 }
  metrics.recordCall({ ...call, outcome: 'answered' })
  metrics.recordCall({ ...call, outcome: 'invalid_response', fault: 'HTTP 200, unexpected at Result', excerpt: 'x' })
  metrics.setCircuit('dpo', true)
  metrics.setCircuit('dpo', false)
  expect(lines).toEqual([
    [
      { provider: 'dpo', operation: 'verifyToken', status: 200, fault: 'HTTP 200, unexpected at Result' },
      'invalid response',
    ],
    [{ provider: 'dpo' }, 'circuit open: no connection can be made'],
    [{ provider: 'dpo' }, 'circuit closed'],
  ])
})

it('shows request times by route', async () => {
  const { metrics, read } = open()
  metrics.recordRequest({ method: 'GET', status: 200, route: '/payment/status/:id?', seconds: 0.01 })
  expect(await read()).toContain(
    'portal_http_request_seconds_count{method="GET",status="200",route="/payment/status/:id?"} 1',
  )
})

it('counts every fault of the BSS, and logs the first, the tenth and the hundredth without a value', async () => {
  const { metrics, lines, read } = open()
  const fault = { api: 'balances', call: 'GET bucket', field: 'validFor.endDateTime' } as const
  for (let times = 0; times < 100; times += 1) metrics.countContractFault(fault)
  expect(lines).toEqual([1, 10, 100].map((times) => [{ ...fault, times }, 'the BSS broke its contract']))
  expect(await read()).toContain(
    'portal_bss_contract_faults_total{api="balances",call="GET bucket",field="validFor.endDateTime"} 100',
  )
})
