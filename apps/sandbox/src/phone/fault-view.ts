import { type Fault, type FaultKind, faultKinds } from '../core/faults.ts'
import { type Html, html } from '../core/html.ts'
import { icon, plural } from './format.ts'
import { type Notice, noticeView } from './handset.ts'
import { presets } from './presets.ts'
import type { Planned } from './simulator-client.ts'

const kindLabels: Readonly<Record<FaultKind, string>> = {
  delay: 'Answers late',
  hang_before: 'Does nothing and never answers',
  hang_after: 'Does it, then never answers',
  reset_before: 'Does nothing and hangs up',
  reset_after: 'Does it, then hangs up',
  error_before: 'Does nothing and answers an error',
  error_after: 'Does it, then answers an error',
  html_before: 'Does nothing and answers a web page',
  garbage_after: 'Does it, then answers rubbish',
  callback_drop: 'Callbacks are lost',
  callback_delay: 'Callbacks come late',
  callback_duplicate: 'Callbacks come many times',
  callback_mis_sign: 'Callbacks are signed wrongly',
}

/** Suggestions for the field; any other name can be typed. */
export interface Party {
  readonly provider: string
  readonly operations: readonly string[]
}

export interface Active {
  readonly faults: readonly Fault[]
  readonly planned: readonly Planned[]
}

export function activeFaultsView({ faults, planned }: Active, msisdn: string, notice: Notice | undefined) {
  const count = faults.length + planned.length
  return html`${noticeView(notice, ['fault_added', 'fault_removed', 'faults_cleared', 'bad_fault', 'started_over'])}
${
  count === 0
    ? html`<p class="state ok">${icon('tick')}Everything works.</p>`
    : html`<p class="state wait">${icon('warn')}${plural(count, 'fault is on', 'faults are on')}.</p>
<ul class="faults" aria-label="Active faults">${faults.map((fault) => faultRow(fault, msisdn))}${planned.map(plannedRow)}</ul>
${button('/phone/faults/clear', msisdn, 'Clear all faults')}`
}`
}

const outcomeLabels: Readonly<Record<string, string>> = {
  failed: 'Says failed in the end',
  hold: 'Does not finish',
  completed: 'Finishes',
}

function plannedRow({ operation, outcome, times }: Planned) {
  return html`<li><span><b>${outcomeLabels[outcome] ?? outcome}</b><small>bss · ${operation} · ${plural(times, 'more time', 'more times')}</small></span></li>`
}

function faultRow(fault: Fault, msisdn: string) {
  const { id, provider, operation, kind } = fault
  return html`<li><span><b>${kindLabels[kind]}</b><small>${provider}${operation !== undefined && ` · ${operation}`}${details(fault)}</small></span>
${button(`/phone/faults/${id}/remove`, msisdn, html`Remove<span class="vh"> ${kindLabels[kind]}, ${provider}</span>`)}</li>`
}

function details({ delayMs, timesLeft }: Fault): string {
  const parts = [
    delayMs > 0 && `${delayMs / 1000} s`,
    timesLeft === null ? 'until removed' : plural(timesLeft, 'more time', 'more times'),
  ]
  return parts.flatMap((part) => (part === false ? [] : ` · ${part}`)).join('')
}

function button(action: string, msisdn: string, label: Html | string) {
  return html`<form method="post" action="${action}"><input type="hidden" name="msisdn" value="${msisdn}"><button class="lnk" id="to${action.replaceAll('/', '-')}">${label}</button></form>`
}

export function presetsView(msisdn: string) {
  return html`<form method="post" action="/phone/presets" class="presets"><input type="hidden" name="msisdn" value="${msisdn}">
<ul>${presets.map(
    ({ name, title, effect }) =>
      html`<li><span><button name="preset" value="${name}" id="preset-${name}" aria-describedby="preset-why-${name}">${title}</button><small id="preset-why-${name}">${effect}</small></span>${icon('add')}</li>`,
  )}</ul></form>`
}

export function faultForm(parties: readonly Party[], msisdn: string) {
  const operations = [...new Set(parties.flatMap((party) => party.operations))].toSorted()
  return html`<details class="own" id="own-fault"><summary>Another fault</summary>
<form method="post" action="/phone/faults"><input type="hidden" name="msisdn" value="${msisdn}">
  ${field('provider', 'Provider', html`list="providers" required`)}
  <datalist id="providers">${parties.map(({ provider }) => html`<option value="${provider}">`)}</datalist>
  ${field('operation', 'Operation', html`list="operations" placeholder="all"`)}
  <datalist id="operations">${operations.map((operation) => html`<option value="${operation}">`)}</datalist>
  <p class="f wide"><label for="kind">What goes wrong</label><select id="kind" name="kind">${faultKinds.map(
    (kind) => html`<option value="${kind}">${kindLabels[kind]}</option>`,
  )}</select></p>
  ${field('delayMs', 'Delay in milliseconds', html`type="number" min="0" max="3600000" inputmode="numeric" placeholder="0"`)}
  ${field('times', 'How many times', html`type="number" min="1" inputmode="numeric" placeholder="until removed"`)}
  <p class="wide"><button class="btn-2">Add fault</button></p>
</form></details>`
}

function field(name: string, label: string, attributes: Html) {
  return html`<p class="f"><label for="${name}">${label}</label><input id="${name}" name="${name}" autocomplete="off" ${attributes}></p>`
}

export function lastResorts(msisdn: string, portalUrl: string) {
  return html`<ul class="two resorts">
  <li><a class="lnk" href="/__sim/books">${icon('book')}Books</a></li>
  <li><a class="lnk" href="${portalUrl}">${icon('phone')}Portal</a></li>
  <li>${button('/phone/reset', msisdn, html`${icon('again')}Start over`)}</li>
</ul>`
}
