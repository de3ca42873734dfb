import { html, trusted } from '../core/html.ts'
import { type Chat, chatView } from './chat-view.ts'
import { type Active, activeFaultsView, faultForm, lastResorts, type Party, presetsView } from './fault-view.ts'
import type { FixedAccount, Line } from './handset.ts'
import { amountText, handsetView, type Shown, screenPaths } from './handset-view.ts'
import { logo } from './icons.ts'
import { accountsView, linesView, numberForm } from './lines-view.ts'
import { script } from './script.ts'
import { sheetsOf } from './sheets.ts'
import { clockTime, grouped } from './words.ts'

const style = sheetsOf('tokens', 'base', 'scene', 'controls', 'lines', 'handset', 'chat', 'faults', 'layout')

export interface PhonePage extends Shown {
  /** Present where it stands on the screen. */
  readonly chat: Chat | undefined
  readonly lines: readonly Line[]
  readonly accounts: readonly FixedAccount[]
  readonly active: Active
  readonly parties: readonly Party[]
  readonly portalUrl: string
  /** The visitor without script asked the page to stand still. */
  readonly isHeld: boolean
}

/** Without script: often while nothing is typed, seldom while a PIN or a message may be half typed. */
const refreshSeconds = { idle: 5, asked: 30 } as const

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
<div class="sky" id="sky" data-live>${skyView(page)}</div>
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
  const seconds = isTyping ? refreshSeconds.asked : refreshSeconds.idle
  return html`<noscript><meta http-equiv="refresh" content="${seconds};url=${screenPaths[screen]}?msisdn=${msisdn}"></noscript>`
}

function skyView(page: PhonePage) {
  const { handset, screen, isHeld } = page
  const { prompts, msisdn } = handset
  const waits = prompts.length > 0
  return html`<div class="wrap${waits && ' waits'}"><h1>Sandbox phone</h1>
<p role="status">${newsOf(page)}</p>
<noscript><p><a href="${screenPaths[screen]}?msisdn=${msisdn}${!isHeld && '&hold=1'}">${isHeld ? 'Refresh by itself' : 'Hold still'}</a></p></noscript>
${waits && html`<span class="sun" aria-hidden="true"></span>`}</div>`
}

function newsOf({ handset: { prompts, messages }, now }: Shown): string {
  const [[prompt], [newest]] = [prompts, messages]
  if (prompt) return `${amountText(prompt.amount)} waits for a PIN.`
  return newest ? `Last message at ${clockTime(newest.at, now)}.` : 'Nothing waits here.'
}
