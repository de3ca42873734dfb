import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { describeLeadHub, type LeadHubBench } from '../../leads/lead-hub.contract.ts'
import { serve } from '../serve.contract.ts'
import { createTmfLeadCallbackReader } from './lead-callback.ts'
import { testBss } from './tmf.contract.ts'
import { createTmfLeadHub } from './tmf-lead-hub.ts'

const { sandbox, tmf } = testBss()

const faults = {
  'lost before': 'reset_before',
  'lost after': 'hang_after',
  broken: 'error_after',
  garbled: 'garbage_after',
} as const
const mishaps = {
  lost: { kind: 'callback_drop' },
  doubled: { kind: 'callback_duplicate' },
  late: { kind: 'callback_delay', delayMs: 300 },
} as const

const Row = z.object({ id: z.string() })

const bench: Omit<LeadHubBench, 'hub'> = {
  reader: createTmfLeadCallbackReader(),
  async order() {
    const url = `${sandbox.url}/bss/tmf-api/sales/v4/salesLead`
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ name: 'HB-OTHERONE' }) })
    return Row.parse(await response.json()).id
  },
  move: (id) => sandbox.control(`/bss/leads/${id}`, { status: 'inProgress' }),
  mishap: (what) => sandbox.strike({ provider: 'bss', operation: 'event', ...mishaps[what] }),
  listeners: async () =>
    z
      .array(Row)
      .parse(await sandbox.control('/bss/hub'))
      .map(({ id }) => id),
  forget: () => sandbox.control('/bss/hub/forget', {}),
  spoil: (fault) => sandbox.strike({ provider: 'bss', operation: 'hub', kind: faults[fault] }),
}

describeLeadHub('the BSS', async (patience) => ({ ...bench, hub: createTmfLeadHub(tmf(patience)) }))

const served = (status: number, type: string, body: string) =>
  serve((_request, _body, response) => response.writeHead(status, { 'content-type': type }).end(body), onTestFinished)

it('is content with a BSS that knows the address already', async () => {
  const baseUrl = await served(409, 'application/json', '{"code":"conflict","reason":"There already"}')
  expect(await createTmfLeadHub({ ...tmf(), baseUrl }).listen('http://portal.example')).toEqual({
    outcome: 'listening',
  })
})

it('is not gone from a BSS that takes nobody away', async () => {
  const baseUrl = await served(405, 'text/html', '<h1>Not allowed</h1>')
  expect(await createTmfLeadHub({ ...tmf(), baseUrl }).leave('somebody')).toBe('kept')
})

it('takes a number for an id', async () => {
  const baseUrl = await served(201, 'application/json', '{"id":42,"callback":"http://portal.example"}')
  expect(await createTmfLeadHub({ ...tmf(), baseUrl }).listen('http://portal.example')).toEqual({
    outcome: 'listening',
    id: '42',
  })
})
