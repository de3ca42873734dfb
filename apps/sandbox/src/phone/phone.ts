import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFault } from '../control/control-api.ts'
import { acceptForms, BadBody, isJsonObject, type JsonObject, textAt } from '../core/bodies.ts'
import type { FaultRequest } from '../core/faults.ts'
import { demoNumber } from '../core/market.ts'
import type { Simulator, World } from '../core/simulator.ts'
import { gatewaySimulators } from '../gateway-simulators.ts'
import type { Party } from './fault-view.ts'
import { type Notice, noticeNamed, type Screen, screenPaths } from './handset.ts'
import { phonePage } from './page.ts'
import { presets } from './presets.ts'
import { createSimulatorClient } from './simulator-client.ts'

/** Suggestions of the fault form; any other name can be typed. */
const parties: readonly Party[] = [
  {
    provider: 'bss',
    operations: [
      'topupBalance',
      'adjustBalance',
      'productOrder',
      'payment',
      'productOrder.read',
      'customerBill.read',
      'salesLead',
      'salesLead.read',
      'checkServiceQualification',
      'event',
    ],
  },
  ...gatewaySimulators.map(({ name, operations }) => ({ provider: name, operations })),
  { provider: 'rates', operations: ['rate'] },
  { provider: 'photon', operations: ['search', 'reverse'] },
  { provider: 'nominatim', operations: ['search', 'reverse'] },
  { provider: 'cms', operations: ['activePackage'] },
  { provider: 'smsc', operations: ['bind_transceiver', 'submit_sm', 'enquire_link', 'deliver_sm', 'handset'] },
]

const numeric = new Set(['delayMs', 'times', 'copies'])

/** A form sends everything as text, including its empty fields. */
function faultInForm(form: JsonObject): FaultRequest | BadBody {
  const filled = Object.entries(form).filter(([, value]) => value !== '')
  const body = Object.fromEntries(filled.map(([key, value]) => [key, numeric.has(key) ? Number(value) : value]))
  try {
    return readFault(body)
  } catch (error) {
    if (error instanceof BadBody) return error
    throw error
  }
}

/** The page on which a person uses the handset of any line and injects faults into the outside world. */
export function createPhone(world: World): Simulator {
  return {
    name: 'phone',
    register(app) {
      acceptForms(app)
      app.get('/', async (_request, reply) => reply.redirect('/phone'))
      addPage(app, world, 'home')
      addPage(app, world, 'chat')
      addPrompts(app, world)
      addChat(app, world)
      addFaults(app, world)
    },
    records: () => ({}),
    snapshot: () => null,
    restore: () => {},
    reset: () => {},
  }
}

function addPage(app: FastifyInstance, world: World, screen: Screen): void {
  const simulators = createSimulatorClient(app)
  app.get(screenPaths[screen], async ({ query }, reply) => {
    const fields = fieldsOf(query)
    const lines = await simulators.lines()
    const msisdn = numberOf(fields, world) || (lines[0]?.msisdn ?? demoNumber(world.market, 1))
    const page = phonePage({
      handset: await simulators.handset(msisdn),
      screen,
      chat: screen === 'chat' ? await simulators.chat(msisdn) : undefined,
      lines,
      accounts: await simulators.accounts(),
      now: { date: world.now(), zone: world.market.zone },
      callingCode: world.market.callingCode,
      notice: noticeNamed(textAt(fields, 'note')),
      active: { faults: world.faults.list(), planned: await simulators.planned() },
      parties,
      portalUrl: world.addresses.portalUrl,
      isHeld: 'hold' in fields,
    })
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page.markup)
  })
}

function addPrompts(app: FastifyInstance, world: World): void {
  const simulators = createSimulatorClient(app)
  app.post<{ Params: { id: string } }>('/phone/prompts/:id', async (request, reply) => {
    const fields = fieldsOf(request.body)
    const verb = textAt(fields, 'verb') === 'refuse' ? 'refuse' : 'approve'
    const pin = textAt(fields, 'pin') ?? ''
    if (verb === 'approve' && pin === '') return back(request, reply, { note: 'no_pin', world })
    const { statusCode, isPaid } = await simulators.answer(request.params.id, verb, verb === 'approve' ? { pin } : {})
    const noticeOf = { approve: isPaid ? 'approved' : 'declined', refuse: 'refused' } as const
    return back(request, reply, { note: unanswered[statusCode] ?? noticeOf[verb], world })
  })
}

function addChat(app: FastifyInstance, world: World): void {
  const simulators = createSimulatorClient(app)
  app.post(screenPaths.chat, async ({ body }, reply) => {
    const fields = fieldsOf(body)
    const msisdn = numberOf(fields, world)
    const text = textAt(fields, 'text')?.trim() ?? ''
    if (text !== '') await simulators.announce(msisdn, text)
    return reply.redirect(`${screenPaths.chat}?${new URLSearchParams({ msisdn })}`, 303)
  })
}

const unanswered: Readonly<Record<number, Notice>> = { 403: 'wrong_pin', 404: 'not_answered' }

function addFaults(app: FastifyInstance, world: World): void {
  const { faults } = world
  const simulators = createSimulatorClient(app)
  app.post('/phone/faults', async (request, reply) => {
    const fault = faultInForm(fieldsOf(request.body))
    if (fault instanceof BadBody) return back(request, reply, { note: 'bad_fault', world })
    faults.add(fault)
    return back(request, reply, { note: 'fault_added', world })
  })
  app.post('/phone/presets', async (request, reply) => {
    const chosen = presets.find(({ name }) => name === textAt(fieldsOf(request.body), 'preset'))
    for (const fault of chosen?.faults ?? []) faults.add(fault)
    for (const outcome of chosen?.outcomes ?? []) await simulators.plan(outcome)
    return back(request, reply, { note: 'fault_added', world })
  })
  app.post<{ Params: { id: string } }>('/phone/faults/:id/remove', async (request, reply) => {
    faults.remove(request.params.id)
    return back(request, reply, { note: 'fault_removed', world })
  })
  app.post('/phone/faults/clear', async (request, reply) => {
    faults.clear()
    await simulators.unplan()
    return back(request, reply, { note: 'faults_cleared', world })
  })
  app.post('/phone/reset', async (request, reply) => {
    await simulators.startOver()
    return back(request, reply, { note: 'started_over', world })
  })
}

interface Going {
  readonly note: Notice
  readonly world: World
}

function back({ body }: FastifyRequest, reply: FastifyReply, { note, world }: Going): FastifyReply {
  const fields = fieldsOf(body)
  const msisdn = numberOf(fields, world)
  const path = textAt(fields, 'screen') === 'chat' ? screenPaths.chat : screenPaths.home
  return reply.redirect(`${path}?${new URLSearchParams({ msisdn, note })}`, 303)
}

function fieldsOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}

/** Nine national digits, however they were typed; empty when nothing was. */
function numberOf(fields: JsonObject, { market }: World): string {
  const digits = (textAt(fields, 'msisdn') ?? '').replace(/\D/g, '')
  return digits.length > 9 ? digits.replace(new RegExp(`^(?:${market.callingCode}|0)`), '') : digits
}
