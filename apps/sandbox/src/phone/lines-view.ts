import { html } from '../core/html.ts'
import type { Line } from './handset.ts'
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

export function numberForm(msisdn: string, callingCode: string) {
  return html`<form class="number" method="get" action="/phone">
  <label for="msisdn">Phone number</label>
  <div class="box"><span class="pre">+${callingCode}</span><input id="msisdn" name="msisdn" type="tel" inputmode="numeric" autocomplete="off" maxlength="15" value="${msisdn}"><button class="x">Show</button></div>
</form>`
}
