import { html } from '../core/html.ts'
import { clockTime, decimal, grouped, type Icon, icon, lineWord, type Now, plural, time } from './format.ts'

/** An amount in minor units. */
export interface Amount {
  readonly currency: string
  readonly minor: number
}

export interface Line {
  readonly msisdn: string
  /** The type is PREPAID, POSTPAID or HYBRID. */
  readonly type: string
  /** The kind is mobile, or HBB for a router. */
  readonly service: string
}

/** The account of a fixed line, whose invoices are paid without a handset. */
export interface FixedLineAccount {
  readonly id: string
  readonly open: number
  readonly owed: Amount
}

/** The remaining data, minutes or messages. */
export interface Bucket {
  readonly name: string
  readonly left: string
  readonly endsAt: Date | undefined
}

export interface Bundle {
  readonly name: string
  readonly endsAt: Date | undefined
}

export interface Prompt {
  readonly id: string
  readonly amount: Amount
  /** The party that sent the prompt. */
  readonly wallet: string
  readonly payee: string
  readonly reference: string
  readonly endsAt: Date | undefined
}

export interface Sms {
  readonly id: string
  readonly from: string
  readonly text: string
  readonly at: Date
}

/** Everything that one handset shows. */
export interface Handset {
  readonly msisdn: string
  readonly line: Line | undefined
  readonly airtime: Amount | undefined
  readonly wallet: Amount | undefined
  readonly bill: Amount | undefined
  readonly buckets: readonly Bucket[]
  readonly bundles: readonly Bundle[]
  readonly prompts: readonly Prompt[]
  readonly messages: readonly Sms[]
}

const notices = {
  approved: { tone: 'ok', icon: 'tick', title: 'Approved.', text: 'The provider has taken the money.' },
  refused: { tone: 'ok', icon: 'tick', title: 'Refused.', text: 'No money has moved.' },
  wrong_pin: { tone: 'bad', icon: 'warn', title: 'Wrong PIN.', text: 'The payment has failed. No money has moved.' },
  no_pin: { tone: 'bad', icon: 'warn', title: 'Type the PIN first.', text: '' },
  declined: { tone: 'bad', icon: 'warn', title: 'Declined.', text: 'The wallet is barred or holds too little.' },
  not_answered: {
    tone: 'bad',
    icon: 'warn',
    title: 'The prompt is gone.',
    text: 'It has ended or was answered before.',
  },
  fault_added: { tone: 'ok', icon: 'tick', title: 'Switched on.', text: 'It strikes from the next call on.' },
  fault_removed: { tone: 'ok', icon: 'tick', title: 'Switched off.', text: '' },
  faults_cleared: { tone: 'ok', icon: 'tick', title: 'All faults are off.', text: '' },
  bad_fault: { tone: 'bad', icon: 'warn', title: 'Not switched on.', text: 'Name a provider and whole numbers.' },
  started_over: { tone: 'ok', icon: 'tick', title: 'Started over.', text: 'Everything is as on the first day.' },
} as const

export type Notice = keyof typeof notices

export function noticeNamed(name: string | undefined): Notice | undefined {
  return name !== undefined && isNotice(name) ? name : undefined
}

function isNotice(name: string): name is Notice {
  return Object.hasOwn(notices, name)
}

/** The result of the last button, next to it. */
export function noticeView(notice: Notice | undefined, shownHere: readonly Notice[]) {
  if (notice === undefined || !shownHere.includes(notice)) return undefined
  const { tone, icon: sign, title, text } = notices[notice]
  return html`<p class="note ${tone}" role="status">${icon(sign)}<span><b>${title}</b> ${text}</span></p>`
}

/** The screen of the device: all its content, or the chat. */
export type Screen = 'home' | 'chat'

export const screenPaths: Readonly<Record<Screen, string>> = { home: '/phone', chat: '/phone/chat' }

export interface Shown {
  readonly handset: Handset
  readonly screen: Screen
  readonly now: Now
  readonly callingCode: string
  readonly notice: Notice | undefined
}

export function amountText({ currency, minor }: Amount): string {
  return `${currency} ${decimal(minor)}`
}

export function handsetView(shown: Shown) {
  const { handset, now } = shown
  return html`<section class="device" aria-labelledby="screen-of">
  <div class="bar"><span>Nyanja</span><time>${clockTime(now.date, now)}</time></div>
  <div class="screen" tabindex="0" role="region" aria-label="Screen" id="screen">
    ${promptsView(shown)}
    <div class="who"><h2 id="screen-of">+${shown.callingCode} ${grouped(handset.msisdn)}</h2><span class="tag">${lineWord(handset.line)}</span></div>
    <p><a class="lnk" id="to-chat" href="${screenPaths.chat}?msisdn=${handset.msisdn}">${icon('chat')}Chat with Nyanja</a></p>
    ${balancesView(handset)}
    ${messagesView(handset.messages, now)}
    ${bucketsView(handset.buckets, now)}
    ${bundlesView(handset.bundles, now)}
  </div>
</section>`
}

/** Shows the handset's prompt, or the outcome of the last answer. */
export function promptsView(shown: Shown) {
  const { prompts } = shown.handset
  return prompts.length === 0
    ? noticeView(shown.notice, ['approved', 'refused', 'wrong_pin', 'declined', 'not_answered'])
    : prompts.map((prompt) => promptView(prompt, shown))
}

function promptView({ id, amount, wallet, payee, reference, endsAt }: Prompt, shown: Shown) {
  const { handset, screen, now, notice } = shown
  const isMissing = notice === 'no_pin'
  return html`<form class="prompt" method="post" action="/phone/prompts/${encodeURIComponent(id)}" novalidate aria-labelledby="ask-${id}">
  <input type="hidden" name="msisdn" value="${handset.msisdn}"><input type="hidden" name="screen" value="${screen}">
  <h3 id="ask-${id}"><small>${wallet}</small>Pay <span class="nb">${amountText(amount)}</span>?</h3>
  <p>To ${payee}: ${reference}.${endsAt && html` Ends at ${time(endsAt, now)}.`}</p>
  <label for="pin-${id}">PIN</label>
  ${noticeView(notice, ['no_pin'])}
  <input class="pin" id="pin-${id}" name="pin" inputmode="numeric" autocomplete="off" maxlength="8"${isMissing && html` aria-invalid="true"`} aria-describedby="pin-hint-${id}">
  <p class="hint" id="pin-hint-${id}">The PIN of every line is 1234.</p>
  <p class="two"><button class="btn" id="approve-${id}" name="verb" value="approve">Approve</button>
  <button class="btn-2" id="refuse-${id}" name="verb" value="refuse">Refuse</button></p>
</form>`
}

function balancesView({ airtime, wallet, bill }: Handset) {
  return html`<dl class="sums">
  ${airtime && sum('phone', 'Airtime', airtime)}
  ${bill && sum('bill', 'Bill', bill)}
  ${wallet && sum('wallet', 'Nyanja Money', wallet)}
</dl>`
}

function sum(sign: Icon, name: string, amount: Amount) {
  return html`<div><dt>${icon(sign)}${name}</dt><dd class="amt">${amountText(amount)}</dd></div>`
}

function bucketsView(buckets: readonly Bucket[], now: Now) {
  if (buckets.length === 0) return undefined
  return html`<h3 class="head">${icon('data')}What is left</h3>
<ul class="lines">${buckets.map(
    ({ name, left, endsAt }) => html`<li><b>${left}</b><span>${name}<small>${endText(endsAt, now)}</small></span></li>`,
  )}</ul>`
}

function bundlesView(bundles: readonly Bundle[], now: Now) {
  if (bundles.length === 0) return undefined
  return html`<h3 class="head">${icon('tick')}Active bundles</h3>
<ul class="lines">${bundles.map(
    ({ name, endsAt }) => html`<li><span>${name}<small>${endText(endsAt, now)}</small></span></li>`,
  )}</ul>`
}

function endText(endsAt: Date | undefined, now: Now) {
  return endsAt ? html`ends ${time(endsAt, now)}` : 'never ends'
}

const newestShown = 5

function messagesView(messages: readonly Sms[], now: Now) {
  if (messages.length === 0) {
    return html`<h3 class="head">${icon('message')}No messages yet</h3>
<div class="calm"></div><p class="mut">A message to this number appears here by itself.</p>`
  }
  const older = messages.slice(newestShown)
  return html`<h3 class="head">${icon('message')}${plural(messages.length, 'message', 'messages')}</h3>
<ol class="sms" aria-label="Messages">${messages.slice(0, newestShown).map((sms) => smsView(sms, now))}</ol>
${
  older.length > 0 &&
  html`<details id="older"><summary class="lnk">${older.length} older</summary>
<ol class="sms" aria-label="Older messages">${older.map((sms) => smsView(sms, now))}</ol></details>`
}`
}

/** Finds the last line of a one-time code message, as browsers read it: `@host #123456`. */
const codeLine = /(?:^|\n)@\S+ #(\w+)\s*$/

export function smsView({ id, from, text, at }: Sms, now: Now) {
  const code = codeLine.exec(text)?.[1]
  return html`<li id="sms-${id}"><p class="from"><b>${from}</b>${time(at, now)}</p>
  ${code !== undefined && html`<p class="code"><span class="vh">Code </span>${code}</p>`}
  <p class="text">${text}</p></li>`
}
