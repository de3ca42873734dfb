import type { Page } from '../bank/page.ts'
import { type Html, html } from '../core/html.ts'
import { decimalOf } from '../core/minor-units.ts'
import type { CardPayment, Sum } from './card-house.ts'
import { grouped, testCards } from './cards.ts'

export interface House {
  readonly name: string
  readonly tint: string
}

const note = html`<p class="note">Simulated card page. It takes the test cards below and no others: never type a real card.</p>`

export function amountText({ minor, currency }: Sum): string {
  const [whole = '', cents = ''] = decimalOf(minor).split('.')
  return `${currency} ${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`
}

/** What the page shows of a payment. */
export interface Bill extends Pick<CardPayment, 'description' | 'sum'> {
  readonly reference: string
}

/** The page on which a card is entered. */
export function cardPage(
  { name, tint }: House,
  { description, reference, sum }: Bill,
  problem: string | undefined,
): Page {
  return {
    house: name,
    tint,
    title: 'Pay by card',
    body: html`${note}<main><h1>Pay by card</h1>
${problem !== undefined && html`<p class="bad" role="alert">${problem}</p>`}
<dl><dt>For</dt><dd>${description}</dd><dt>Reference</dt><dd>${reference}</dd>
<dt>Amount</dt><dd class="sum">${amountText(sum)}</dd></dl>
${cardForm()}
<h2>Test cards</h2><form method="post">${testCards.map(cardButton)}</form>
<form method="post"><button class="plain" name="action" value="cancel">Cancel and go back to the shop</button></form></main>`,
  }
}

function cardForm(): Html {
  return html`<form method="post">
<label for="card">Card number</label><input id="card" name="card" inputmode="numeric" autocomplete="off" required>
<div class="pair"><div><label for="expiry">Expiry</label><input id="expiry" name="expiry" autocomplete="off" value="12/30"></div>
<div><label for="cvv">Security code</label><input id="cvv" name="cvv" inputmode="numeric" autocomplete="off" value="123"></div></div>
<button>Pay</button></form>`
}

function cardButton({ number, brand, words }: (typeof testCards)[number]): Html {
  return html`<button class="card" name="card" value="${number}"><span>${brand} ${grouped(number)}</span><b>${words}</b></button>`
}

/** For a link that leads to nothing payable. */
export function closedPage({ name, tint }: House, words: string, wayBack: string | undefined): Page {
  return {
    house: name,
    tint,
    title: words,
    body: html`${note}<main><h1>${words}</h1>
${wayBack !== undefined && html`<a class="button" href="${wayBack}">Back to the shop</a>`}</main>`,
  }
}
