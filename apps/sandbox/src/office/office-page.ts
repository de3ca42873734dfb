import { html } from '../core/html.ts'
import { icon, logo } from '../phone/icons.ts'
import { sheetsOf } from '../phone/sheets.ts'
import { grouped, type Now, plural, time } from '../phone/words.ts'
import { ends, type Move, moves, statusWord } from './moves.ts'
import type { Order } from './order.ts'

const style = sheetsOf('tokens', 'base', 'scene', 'controls', 'layout', 'mail', 'office')

const notices = {
  moved: { tone: 'ok', icon: 'tick', text: 'The order has moved on. The portal hears of it by itself.' },
  day: { tone: 'bad', icon: 'warn', text: 'Choose the day of the visit first.' },
  past: { tone: 'bad', icon: 'warn', text: 'That day is over. Choose today or a later one.' },
  reason: { tone: 'bad', icon: 'warn', text: 'Say why first.' },
  gone: { tone: 'bad', icon: 'warn', text: 'There is no such order any more.' },
} as const

export type OfficeNotice = keyof typeof notices

export function isOfficeNotice(name: string | undefined): name is OfficeNotice {
  return name !== undefined && Object.hasOwn(notices, name)
}

export interface OfficePage {
  readonly orders: readonly Order[]
  readonly now: Now
  readonly callingCode: string
  readonly notice: { readonly of: string; readonly is: OfficeNotice } | undefined
}

/** Where the operator's own people move orders for internet at home on. */
export function officePage(page: OfficePage) {
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

function orderView(order: Order, { now, callingCode, notice }: OfficePage) {
  const { id, reference, isWish, status, who, msisdn, where, plan, reason, startsAt, notes } = order
  return html`<article id="order-${id}"><header><h2>${reference}</h2>
<p><span class="tag">${statusWord(status)}</span>${isWish && html` <span class="tag">Waits for the network</span>`}</p>
<dl><dt>Who</dt><dd>${who}</dd><dt>Phone</dt><dd>+${callingCode} ${grouped(msisdn)}</dd><dt>Plan</dt><dd>${plan}</dd><dt>Where</dt><dd>${where}</dd>
${startsAt && html`<dt>Visit</dt><dd>${time(startsAt, now)}</dd>`}${reason !== undefined && html`<dt>Why</dt><dd>${reason}</dd>`}</dl></header>
<div class="work">${notice?.of === id && noticeView(notice.is)}
${notes.map((note) => html`<p class="hint">${note}</p>`)}
${ends.includes(status) ? html`<p class="mut">It has come to its end.</p>` : movesView(id)}</div></article>`
}

function noticeView(is: OfficeNotice) {
  const { tone, icon: sign, text } = notices[is]
  return html`<p class="note ${tone}" role="status">${icon(sign)}<span>${text}</span></p>`
}

function movesView(id: string) {
  return html`<form class="own" method="post" action="/orders/${encodeURIComponent(id)}">
<label for="day-${id}">Day of the visit</label><input id="day-${id}" name="day" type="date">
<label for="reason-${id}">Why, in words for the customer</label><input id="reason-${id}" name="reason" maxlength="200" autocomplete="off">
<p class="two">${moves.map(({ name, words }: Move) => html`<button class="btn-2" name="move" value="${name}" id="${name}-${id}">${words}</button>`)}</p></form>`
}
