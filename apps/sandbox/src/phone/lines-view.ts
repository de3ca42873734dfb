import { html } from '../core/html.ts'
import type { FixedAccount, Line } from './handset.ts'
import { amountText } from './handset-view.ts'
import { grouped, lineWord } from './words.ts'

/** The numbers to choose from, and a field for any other. */
export function linesView(lines: readonly Line[], msisdn: string) {
  return html`<h2 id="pick-head">Whose phone?</h2>
<ul class="pick" aria-labelledby="pick-head">${lines.map(
    (line) =>
      html`<li><a id="line-${line.msisdn}" href="/phone?msisdn=${line.msisdn}"${
        line.msisdn === msisdn && html` aria-current="true"`
      }><b>${grouped(line.msisdn)}</b><small>${lineWord(line)}</small></a></li>`,
  )}</ul>`
}

/** What can be typed on the portal's page for fixed internet. */
export function accountsView(accounts: readonly FixedAccount[]) {
  if (accounts.length === 0) return undefined
  return html`<details id="accounts"><summary>Fixed accounts</summary><dl class="accounts">${accounts.map(
    ({ id, open, owed }) =>
      html`<div><dt>${id}</dt><dd>${open === 0 ? 'nothing open' : `${open} open, ${amountText(owed)}`}</dd></div>`,
  )}</dl></details>`
}

export function numberForm(msisdn: string, callingCode: string) {
  return html`<form class="number" method="get" action="/phone">
  <label for="msisdn">Phone number</label>
  <div class="box"><span class="pre">+${callingCode}</span><input id="msisdn" name="msisdn" type="tel" inputmode="numeric" autocomplete="off" maxlength="15" value="${msisdn}"><button class="x">Show</button></div>
</form>`
}
