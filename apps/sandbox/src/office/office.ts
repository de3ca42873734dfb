import type { FastifyInstance } from 'fastify'
import { acceptForms } from '../core/accept-forms.ts'
import { isJsonObject, type JsonObject, textAt } from '../core/json.ts'
import type { Simulator, World } from '../core/simulator.ts'
import { type Move, moves } from './moves.ts'
import { isOfficeNotice, type OfficeNotice, officePage } from './office-page.ts'
import { readOrder } from './order.ts'

/** The page on which a person plays those who install internet at home. */
export function createOffice(world: World): Simulator {
  return {
    name: 'office',
    register(app) {
      acceptForms(app)
      addPage(app, world)
      addMoves(app, world)
    },
    books: () => ({}),
    snapshot: () => null,
    restore: () => {},
    reset: () => {},
  }
}

function addPage(app: FastifyInstance, world: World): void {
  app.get('/orders', async ({ query }, reply) => {
    const { body } = await app.inject('/__sim/bss/leads')
    const leads: unknown = JSON.parse(body)
    const [of, is] = [textAt(fieldsOf(query), 'order'), textAt(fieldsOf(query), 'note')]
    const page = officePage({
      orders: [leads].flat().filter(isJsonObject).map(readOrder),
      now: { date: world.now(), zone: world.market.zone },
      callingCode: world.market.callingCode,
      notice: of !== undefined && isOfficeNotice(is) ? { of, is } : undefined,
    })
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page.markup)
  })
}

function addMoves(app: FastifyInstance, world: World): void {
  app.post<{ Params: { id: string } }>('/orders/:id', async ({ params: { id }, body }, reply) => {
    const fields = fieldsOf(body)
    const move = moves.find(({ name }) => name === textAt(fields, 'move'))
    const note = move === undefined ? 'gone' : await moved(app, id, { move, fields, today: todayIn(world) })
    return reply.redirect(`/orders?${new URLSearchParams({ order: id, note })}#order-${id}`, 303)
  })
}

async function moved(
  app: FastifyInstance,
  id: string,
  { move, fields, today }: { readonly move: Move; readonly fields: JsonObject; readonly today: string },
): Promise<OfficeNotice> {
  const needs = 'needs' in move ? move.needs : undefined
  const heard = needs ?? ('takes' in move ? move.takes : undefined)
  const said = heard === undefined ? '' : (textAt(fields, heard) ?? '').trim()
  if (needs !== undefined && said === '') return needs
  if (needs === 'day' && said < today) return 'past'
  const payload = { status: move.status, ...(heard !== undefined && said !== '' && { [heard]: said }) }
  const url = `/__sim/bss/leads/${encodeURIComponent(id)}`
  const { statusCode } = await app.inject({ method: 'POST', url, payload })
  return statusCode === 200 ? 'moved' : 'gone'
}

/** As a day is written in a form, where the operator is. */
const todayIn = ({ now, market }: World): string =>
  new Date(now().getTime() + market.hoursAhead * 3_600_000).toISOString().slice(0, 10)

const fieldsOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})
