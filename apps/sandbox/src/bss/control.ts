import type { FastifyInstance } from 'fastify'
import { answerBadBodies } from '../control/control-api.ts'
import { BadBody, type JsonObject, numberIn, objectIn, oneOf, optionalTextIn, textIn } from '../core/bodies.ts'
import { type Market, national } from '../core/market.ts'
import { addAccountControl, addShopControl } from './account-control.ts'
import { type Operation, operations } from './bss-operation.ts'
import { describeArea, outcomes, type PlannedOutcome } from './coverage-area.ts'
import { type LeadMove, leadNumber, leadOf, moveLead, viewLead } from './lead.ts'
import { type Airtime, addLine, changeAirtime, lineOf, lineTypes, type NewLine, services } from './line.ts'
import { viewLine, viewLines } from './line-view.ts'
import type { Release } from './operations.ts'
import type { Bss } from './tmf-routes.ts'

const prefix = '/__sim/bss'
const anyDelay = { min: 0, max: 3_600_000 }
const money = { min: -1e12, max: 1e12 }

/** The control API of the BSS for the sandbox phone and tests. */
export function addBssControl(app: FastifyInstance, bss: Bss): void {
  void app.register(
    (control, _options, done) => {
      answerBadBodies(control)
      control.addHook('onRequest', async () => bss.bssOperations.checkDue())
      addLineControl(control, bss)
      addShopControl(control, bss)
      addAccountControl(control, bss)
      addLeadControl(control, bss)
      addHubControl(control, bss)
      addOutcomeControl(control, bss)
      done()
    },
    { prefix },
  )
}

function addLineControl(control: FastifyInstance, { store, world }: Bss): void {
  control.get<{ Querystring: { offset?: string; limit?: string } }>('/lines', async ({ query }, reply) => {
    const lines = viewLines(store)
    const offset = Number(query.offset ?? 0)
    reply.header('x-total-count', lines.length)
    return lines.slice(offset, offset + Number(query.limit ?? lines.length))
  })
  control.get<{ Params: { msisdn: string } }>('/lines/:msisdn', async ({ params }, reply) => {
    const line = viewLine(store, params.msisdn)
    return line ?? reply.code(404).send({ message: `There is no line ${params.msisdn}` })
  })
  control.post('/lines', async ({ body }, reply) => {
    const line = readLine(objectIn(body))
    if (lineOf(store, line.msisdn)) throw new BadBody(`There is a line ${line.msisdn} already`)
    addLine(store, line, world.now().toISOString())
    return reply.code(201).send(viewLine(store, line.msisdn))
  })
  control.post<{ Params: { msisdn: string } }>('/lines/:msisdn', async ({ params, body }) => {
    if (!changeAirtime(store, params.msisdn, readAirtime(objectIn(body)))) {
      throw new BadBody(`There is no line ${params.msisdn} with airtime`)
    }
    return viewLine(store, params.msisdn)
  })
}

function addOutcomeControl(control: FastifyInstance, { bssOperations }: Bss): void {
  control.get('/outcomes', async () => ({ planned: bssOperations.planned.list(), held: bssOperations.held() }))
  control.post('/outcomes', async ({ body }, reply) => {
    bssOperations.planned.plan(readOutcome(objectIn(body)))
    return reply.code(201).send(bssOperations.planned.list())
  })
  control.delete('/outcomes', async (_request, reply) => {
    bssOperations.planned.clear()
    return reply.code(204).send()
  })
  control.post('/outcomes/release', async ({ body }) => ({
    released: bssOperations.release(readRelease(objectIn(body ?? {}))),
  }))
  control.get('/delays', async () => bssOperations.delaysMs)
  control.post('/delays', async ({ body }) => {
    bssOperations.delay(readDelays(objectIn(body)))
    return bssOperations.delaysMs
  })
}

function readLine(body: JsonObject): NewLine {
  const msisdn = msisdnIn(body, 'msisdn')
  const type = oneOf(body, 'type', lineTypes)
  return {
    msisdn,
    type,
    service: body.service === undefined ? 'mobile' : oneOf(body, 'service', services),
    ...(type !== 'POSTPAID' && { balance: body.balance === undefined ? 0 : numberIn(body, 'balance', money) }),
    ...(body.contact !== undefined && { contact: msisdnIn(body, 'contact') }),
    ...(type !== 'PREPAID' && {
      outstanding: body.outstanding === undefined ? 0 : numberIn(body, 'outstanding', money),
    }),
  }
}

function msisdnIn(body: JsonObject, key: string): string {
  const msisdn = textIn(body, key)
  if (!/^\d{9}$/.test(msisdn)) throw new BadBody(`"${key}" must be nine digits`)
  return msisdn
}

function readAirtime(body: JsonObject): Airtime {
  return {
    ...(body.balance !== undefined && { balance: numberIn(body, 'balance', money) }),
    ...(body.isBarred !== undefined && { isBarred: flagIn(body, 'isBarred') }),
  }
}

function flagIn(body: JsonObject, key: string): boolean {
  const value = body[key]
  if (typeof value !== 'boolean') throw new BadBody(`"${key}" must be true or false`)
  return value
}

function readOutcome(body: JsonObject): PlannedOutcome {
  return {
    ...readTarget(body),
    operation: oneOf(body, 'operation', operations),
    outcome: oneOf(body, 'outcome', outcomes),
    times: body.times === undefined ? 1 : numberIn(body, 'times', { min: 1, max: 1_000_000 }),
  }
}

function readRelease(body: JsonObject): Release {
  return {
    ...readTarget(body),
    ...(body.operation !== undefined && { operation: oneOf(body, 'operation', operations) }),
    outcome: body.outcome === undefined ? 'completed' : oneOf(body, 'outcome', ['completed', 'failed']),
  }
}

function readTarget(body: JsonObject): { readonly msisdn?: string } {
  const msisdn = optionalTextIn(body, 'msisdn')
  return msisdn === undefined ? {} : { msisdn }
}

function readDelays(body: JsonObject): Partial<Record<Operation, number>> {
  const given = operations.filter((operation) => body[operation] !== undefined)
  return Object.fromEntries(given.map((operation) => [operation, numberIn(body, operation, anyDelay)]))
}

/** The registered listeners. Faults of the operation `event` drop, duplicate or delay their callbacks. */
function addHubControl(control: FastifyInstance, { hub }: Bss): void {
  control.get('/hub', async () => hub.snapshot())
  // The listeners are lost, as in a BSS that keeps them in memory and restarts.
  control.post('/hub/forget', async (_request, reply) => {
    hub.clear()
    return reply.code(204).send()
  })
}

interface LeadQuery {
  readonly Querystring: { readonly msisdn?: string }
}

/** The operator's changes to a lead, and the network's coverage. */
function addLeadControl(control: FastifyInstance, { store, hub, world }: Bss): void {
  control.get<LeadQuery>('/leads', async ({ query: { msisdn } }) => {
    const leads = [...store.in('salesLead').all()].reverse()
    return leads.filter((lead) => msisdn === undefined || leadNumber(lead) === national(msisdn)).map(viewLead)
  })
  control.get<{ Params: { id: string } }>('/leads/:id', async ({ params }, reply) => {
    const lead = leadOf(store, params.id)
    return lead ? viewLead(lead) : reply.code(404).send({ message: `There is no lead ${params.id}` })
  })
  control.post<{ Params: { id: string } }>('/leads/:id', async ({ params, body }) => {
    const lead = leadOf(store, params.id)
    if (lead === undefined) throw new BadBody(`There is no lead ${params.id}`)
    const moved = moveLead(store, lead, readMove(objectIn(body), world.market), world.now())
    hub.notify('salesLead', 'StateChange', moved)
    return viewLead(moved)
  })
  control.post<{ Params: { name: string } }>('/areas/:name', async ({ params, body }) => {
    const answer = textIn(objectIn(body), 'answer')
    describeArea(store, params.name, answer)
    return { name: params.name, answer }
  })
}

/** Any state is accepted: a BSS may have undocumented ones. */
function readMove(body: JsonObject, market: Market): LeadMove {
  const reason = optionalTextIn(body, 'reason')
  const day = optionalTextIn(body, 'day')
  return {
    status: textIn(body, 'status'),
    ...(reason !== undefined && { reason }),
    ...(day !== undefined && { startsAt: morningOf(day, market) }),
  }
}

function morningOf(day: string, { hoursAhead }: Market): string {
  const morning = Date.parse(`${day}T08:00:00Z`)
  if (Number.isNaN(morning)) throw new BadBody('"day" must be a day such as 2026-11-30')
  return new Date(morning - hoursAhead * 3_600_000).toISOString()
}
