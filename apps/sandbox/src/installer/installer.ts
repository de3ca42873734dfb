import type { FastifyInstance } from 'fastify'
import { acceptForms, isJsonObject, type JsonObject, textAt, valuesAt } from '../core/bodies.ts'
import { html } from '../core/html.ts'
import type { Simulator, World } from '../core/simulator.ts'
import { grouped, icon, logo, type Now, plural, sheetsOf, time } from '../phone/format.ts'

/** The operator's actions on an order, with required and optional fields. */
const moves = [
  { name: 'checked', label: 'Checked', status: 'inProgress' },
  { name: 'visit', label: 'Plan the visit', status: 'inProgress', needs: 'day' },
  { name: 'hold', label: 'Put on hold', status: 'pending', needs: 'reason' },
  { name: 'installed', label: 'Installed', status: 'accepted' },
  { name: 'refuse', label: 'Refuse', status: 'rejected', needs: 'reason' },
  { name: 'cancel', label: 'Cancel', status: 'cancelled', takes: 'reason' },
] as const

type Move = (typeof moves)[number]

const ends: readonly string[] = ['accepted', 'rejected', 'cancelled']

const statusLabels: Readonly<Record<string, string>> = {
  acknowledged: 'Received',
  inProgress: 'Being worked on',
  pending: 'On hold',
  accepted: 'Installed',
  rejected: 'Refused',
  cancelled: 'Cancelled',
}

const statusWord = (status: string): string => statusLabels[status] ?? status

const style = sheetsOf('tokens', 'base', 'hero', 'controls', 'layout', 'mail', 'installer')

const notices = {
  moved: { tone: 'ok', icon: 'tick', text: 'The order has moved on. The portal hears of it by itself.' },
  day: { tone: 'bad', icon: 'warn', text: 'Choose the day of the visit first.' },
  past: { tone: 'bad', icon: 'warn', text: 'That day is over. Choose today or a later one.' },
  reason: { tone: 'bad', icon: 'warn', text: 'Say why first.' },
  gone: { tone: 'bad', icon: 'warn', text: 'There is no such order any more.' },
} as const

type InstallerNotice = keyof typeof notices

function isInstallerNotice(name: string | undefined): name is InstallerNotice {
  return name !== undefined && Object.hasOwn(notices, name)
}

interface InstallerPage {
  readonly orders: readonly Order[]
  readonly now: Now
  readonly callingCode: string
  readonly notice: { readonly of: string; readonly is: InstallerNotice } | undefined
}

/** The page where the operator's staff advances home internet orders. */
function installerPage(page: InstallerPage) {
  const { orders } = page
  const count = plural(orders.length, 'order', 'orders')
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Orders - Sandbox - Nyanja</title><link rel="icon" href="data:,"><style>${style}</style></head>
<body><header class="top wrap"><a class="brand" href="/phone">${logo}Nyanja</a><span class="mut">Sandbox</span><a href="/phone">Phone</a></header>
<main><div class="sky"><div class="wrap"><h1>Internet at home</h1><p>${orders.length === 0 ? 'Nobody has ordered yet.' : `${count}, the newest first.`}</p></div></div>
<div class="wrap"><div class="mails">${orders.length === 0 && nothing}${orders.map((order) => orderView(order, page))}</div></div></main></body></html>`
}

const nothing = html`<div class="none"><h2>No order yet</h2><p>What is ordered in the portal appears here. Then you play the operator: check it, plan the visit, or say why it must wait.</p></div>`

function orderView(order: Order, { now, callingCode, notice }: InstallerPage) {
  const { id, reference, isRequest, status, who, msisdn, where, plan, reason, startsAt, notes } = order
  return html`<article id="order-${id}"><header><h2>${reference}</h2>
<p><span class="tag">${statusWord(status)}</span>${isRequest && html` <span class="tag">Waits for the network</span>`}</p>
<dl><dt>Who</dt><dd>${who}</dd><dt>Phone</dt><dd>+${callingCode} ${grouped(msisdn)}</dd><dt>Plan</dt><dd>${plan}</dd><dt>Where</dt><dd>${where}</dd>
${startsAt && html`<dt>Visit</dt><dd>${time(startsAt, now)}</dd>`}${reason !== undefined && html`<dt>Why</dt><dd>${reason}</dd>`}</dl></header>
<div class="work">${notice?.of === id && noticeView(notice.is)}
${notes.map((note) => html`<p class="hint">${note}</p>`)}
${ends.includes(status) ? html`<p class="mut">It has come to its end.</p>` : movesView(id)}</div></article>`
}

function noticeView(is: InstallerNotice) {
  const { tone, icon: sign, text } = notices[is]
  return html`<p class="note ${tone}" role="status">${icon(sign)}<span>${text}</span></p>`
}

function movesView(id: string) {
  return html`<form class="own" method="post" action="/orders/${encodeURIComponent(id)}">
<label for="day-${id}">Day of the visit</label><input id="day-${id}" name="day" type="date">
<label for="reason-${id}">Why, in words for the customer</label><input id="reason-${id}" name="reason" maxlength="200" autocomplete="off">
<p class="two">${moves.map(({ name, label }: Move) => html`<button class="btn-2" name="move" value="${name}" id="${name}-${id}">${label}</button>`)}</p></form>`
}

/** The page on which a person acts as the installer of home internet. */
export function createInstaller(world: World): Simulator {
  return {
    name: 'installer',
    register(app) {
      acceptForms(app)
      addPage(app, world)
      addMoves(app, world)
    },
    records: () => ({}),
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
    const page = installerPage({
      orders: [leads].flat().filter(isJsonObject).map(readOrder),
      now: { date: world.now(), zone: world.market.zone },
      callingCode: world.market.callingCode,
      notice: of !== undefined && isInstallerNotice(is) ? { of, is } : undefined,
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
): Promise<InstallerNotice> {
  const needs = 'needs' in move ? move.needs : undefined
  const heard = needs ?? ('takes' in move ? move.takes : undefined)
  const shown = heard === undefined ? '' : (textAt(fields, heard) ?? '').trim()
  if (needs !== undefined && shown === '') return needs
  if (needs === 'day' && shown < today) return 'past'
  const payload = { status: move.status, ...(heard !== undefined && shown !== '' && { [heard]: shown }) }
  const url = `/__sim/bss/leads/${encodeURIComponent(id)}`
  const { statusCode } = await app.inject({ method: 'POST', url, payload })
  return statusCode === 200 ? 'moved' : 'gone'
}

/** Formats a day as forms do, in the operator's time zone. */
const todayIn = ({ now, market }: World): string =>
  new Date(now().getTime() + market.hoursAhead * 3_600_000).toISOString().slice(0, 10)

const fieldsOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})

/** A home internet order, or an interest, as the installer sees it. */
interface Order {
  readonly id: string
  readonly reference: string
  readonly isRequest: boolean
  readonly status: string
  readonly who: string
  readonly msisdn: string
  readonly where: string
  readonly plan: string
  readonly reason: string | undefined
  readonly startsAt: Date | undefined
  readonly notes: readonly string[]
}

function readOrder(lead: JsonObject): Order {
  const startsAt = textAt(lead, 'startsAt')
  const where = [textAt(lead, 'street'), textAt(lead, 'city')].filter((part) => part !== undefined)
  return {
    id: textAt(lead, 'id') ?? '',
    reference: textAt(lead, 'name') ?? '',
    isRequest: textAt(lead, 'type')?.endsWith('INTEREST') ?? false,
    status: textAt(lead, 'status') ?? '',
    who: textAt(lead, 'who') ?? '',
    msisdn: textAt(lead, 'msisdn') ?? '',
    where: where.join(', '),
    plan: textAt(lead, 'plan') ?? '',
    reason: textAt(lead, 'reason'),
    startsAt: startsAt === undefined ? undefined : new Date(startsAt),
    notes: valuesAt(lead, ['notes']).map(String),
  }
}
