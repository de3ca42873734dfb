import type { Page } from '../bank/page.ts'
import { type Html, html } from '../core/html.ts'
import { decimalOf } from '../core/minor-units.ts'
import { grouped, testCards } from './cards.ts'
import type { Transaction } from './transaction.ts'

const house = { house: 'DPO Pay', tint: '#1d4e89' } as const

const note = html`<p class="note">Simulated card page. It takes the test cards below and no others: never type a real card.</p>`

export const amountText = ({ sum }: Pick<Transaction, 'sum'>): string => {
  const [whole = '', cents = ''] = decimalOf(sum.minor).split('.')
  return `${sum.currency} ${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`
}

/** The page on which a card is entered. */
export function cardPage(transaction: Transaction, problem: string | undefined): Page {
  return {
    ...house,
    title: 'Pay by card',
    body: html`${note}<main><h1>Pay by card</h1>
${problem !== undefined && html`<p class="bad" role="alert">${problem}</p>`}
<dl><dt>For</dt><dd>${transaction.description}</dd><dt>Reference</dt><dd>${transaction.companyRef}</dd>
<dt>Amount</dt><dd class="sum">${amountText(transaction)}</dd></dl>
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
export function closedPage(words: string, backUrl: string | undefined): Page {
  return {
    ...house,
    title: words,
    body: html`${note}<main><h1>${words}</h1>
${backUrl !== undefined && html`<a class="button" href="${backUrl}">Back to the shop</a>`}</main>`,
  }
}
