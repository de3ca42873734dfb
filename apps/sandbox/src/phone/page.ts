import { html, trusted } from '../core/html.ts'
import { type Chat, chatView } from './chat-view.ts'
import { type Active, activeFaultsView, faultForm, lastResorts, type Party, presetsView } from './fault-view.ts'
import { clockTime, grouped, lineWord, logo, sheetsOf } from './format.ts'
import { amountText, type FixedLineAccount, handsetView, type Line, type Shown, screenPaths } from './handset.ts'

/**
 * Runs in the browser. Refreshes the live regions every two seconds and keeps typed text, focus and scroll position;
 * sends forms without leaving the page. Without it forms and a refreshing page do the same.
 */
const script = `(() => {
  const swap = (page, keepTyped) => {
    document.title = page.title
    for (const fresh of page.querySelectorAll('[data-live]')) {
      const old = document.getElementById(fresh.id)
      for (const { id } of old?.querySelectorAll('details[open]') ?? []) page.getElementById(id)?.toggleAttribute('open', true)
      if (!old || old.innerHTML === fresh.innerHTML) continue
      const fields = keepTyped ? [...old.querySelectorAll('input[id]')] : []
      const typed = fields.map(({ id, value }) => [id, value])
      const active = old.contains(document.activeElement) ? document.activeElement : undefined
      const focus = active?.id
      const caret = active?.selectionStart
      const scrolled = old.querySelector('.screen')?.scrollTop ?? 0
      old.innerHTML = fresh.innerHTML
      for (const [id, value] of typed) {
        const field = document.getElementById(id)
        if (field) field.value = value
      }
      const next = focus && document.getElementById(focus)
      if (next) next.focus({ preventScroll: true })
      if (next && caret != null) next.setSelectionRange(caret, caret)
      const screen = old.querySelector('.screen')
      if (screen && keepTyped) screen.scrollTop = scrolled
    }
  }
  const parse = async (answer) => new DOMParser().parseFromString(await answer.text(), 'text/html')
  let sent = 0
  let busy = false
  addEventListener('submit', async (event) => {
    const { target, submitter } = event
    if (target.method !== 'post') return
    event.preventDefault()
    sent += 1
    busy = true
    try {
      const body = new URLSearchParams(new FormData(target, submitter))
      // The next message may be half typed when the answer to this one comes.
      const isMessage = target.getAttribute('action') === '/phone/chat'
      if (isMessage) target.reset()
      const answer = await fetch(target.action, { method: 'POST', body })
      history.replaceState(null, '', answer.url)
      swap(await parse(answer), isMessage)
    } finally {
      busy = false
    }
  })
  setInterval(async () => {
    if (document.hidden || busy) return
    const before = sent
    const answer = await fetch(location.href).catch(() => undefined)
    const page = answer?.ok ? await parse(answer) : undefined
    if (page && before === sent) swap(page, true)
  }, 2000)
})()`

const style = sheetsOf('tokens', 'base', 'hero', 'controls', 'lines', 'handset', 'chat', 'faults', 'layout')

export interface PhonePage extends Shown {
  /** Undefined unless it is visible on the screen. */
  readonly chat: Chat | undefined
  readonly lines: readonly Line[]
  readonly accounts: readonly FixedLineAccount[]
  readonly active: Active
  readonly parties: readonly Party[]
  readonly portalUrl: string
  /** The visitor without script has paused the refresh. */
  readonly isHeld: boolean
}

/**
 * Without script the page refreshes often while nothing is typed, and rarely while a PIN or a message may be half
 * typed.
 */
const refreshSeconds = { idle: 5, typing: 30 } as const

export function phonePage(page: PhonePage) {
  const { handset, lines, accounts, active, parties, portalUrl, notice } = page
  const { msisdn } = handset
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${grouped(msisdn)} - Sandbox phone - Nyanja</title>
<link rel="icon" href="data:,">
${refreshTag(page)}<style>${style}</style></head>
<body><a class="skip" href="#phone">Skip to the phone</a>
<header class="top wrap"><a class="brand" href="/phone">${logo}Nyanja</a><span class="mut">Sandbox</span><a href="/mail">Mail</a><a href="/orders">Orders</a></header>
<main>
<div class="sky" id="sky" data-live>${pageHeroView(page)}</div>
<div class="wrap stage">
<section class="side-pick">${numberForm(msisdn, page.callingCode)}<div id="lines" data-live>${linesView(lines, msisdn)}${accountsView(accounts)}</div></section>
<div class="hand" id="phone" data-live>${page.chat ? chatView(page, page.chat) : handsetView(page)}</div>
<section class="side-faults" aria-labelledby="faults-head"><h2 id="faults-head">What goes wrong</h2>
<div id="faults" data-live>${activeFaultsView(active, msisdn, notice)}</div>
${presetsView(msisdn)}${faultForm(parties, msisdn)}${lastResorts(msisdn, portalUrl)}</section>
</div></main>
<script>${trusted(script)}</script></body></html>`
}

function refreshTag({ handset: { msisdn, prompts }, screen, isHeld }: PhonePage) {
  if (isHeld) return undefined
  const isTyping = prompts.length > 0 || screen === 'chat'
  const seconds = isTyping ? refreshSeconds.typing : refreshSeconds.idle
  return html`<noscript><meta http-equiv="refresh" content="${seconds};url=${screenPaths[screen]}?msisdn=${msisdn}"></noscript>`
}

function pageHeroView(page: PhonePage) {
  const { handset, screen, isHeld } = page
  const { prompts, msisdn } = handset
  const waits = prompts.length > 0
  return html`<div class="wrap${waits && ' waits'}"><h1>Sandbox phone</h1>
<p role="status">${statusUpdatesOf(page)}</p>
<noscript><p><a href="${screenPaths[screen]}?msisdn=${msisdn}${!isHeld && '&hold=1'}">${isHeld ? 'Refresh by itself' : 'Hold still'}</a></p></noscript>
${waits && html`<span class="progress-mark" aria-hidden="true"></span>`}</div>`
}

function statusUpdatesOf({ handset: { prompts, messages }, now }: Shown): string {
  const [[prompt], [newest]] = [prompts, messages]
  if (prompt) return `${amountText(prompt.amount)} waits for a PIN.`
  return newest ? `Last message at ${clockTime(newest.at, now)}.` : 'Nothing waits here.'
}

/** Shows the numbers to choose from, and a field for any other. */
function linesView(lines: readonly Line[], msisdn: string) {
  return html`<h2 id="pick-head">Whose phone?</h2>
<ul class="pick" aria-labelledby="pick-head">${lines.map(
    (line) =>
      html`<li><a id="line-${line.msisdn}" href="/phone?msisdn=${line.msisdn}"${
        line.msisdn === msisdn && html` aria-current="true"`
      }><b>${grouped(line.msisdn)}</b><small>${lineWord(line)}</small></a></li>`,
  )}</ul>`
}

/** Values that can be typed on the portal's page for fixed internet. */
function accountsView(accounts: readonly FixedLineAccount[]) {
  if (accounts.length === 0) return undefined
  return html`<details id="accounts"><summary>Fixed accounts</summary><dl class="accounts">${accounts.map(
    ({ id, open, owed }) =>
      html`<div><dt>${id}</dt><dd>${open === 0 ? 'nothing open' : `${open} open, ${amountText(owed)}`}</dd></div>`,
  )}</dl></details>`
}

function numberForm(msisdn: string, callingCode: string) {
  return html`<form class="number" method="get" action="/phone">
  <label for="msisdn">Phone number</label>
  <div class="box"><span class="pre">+${callingCode}</span><input id="msisdn" name="msisdn" type="tel" inputmode="numeric" autocomplete="off" maxlength="15" value="${msisdn}"><button class="x">Show</button></div>
</form>`
}
