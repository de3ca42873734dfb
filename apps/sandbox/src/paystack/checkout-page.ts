import type { Page } from '../bank/page.ts'
import { type Html, html } from '../core/html.ts'
import type { JsonObject } from '../core/json.ts'
import { decimalOf } from '../core/minor-units.ts'
import { grouped, type TestCard, testCards, testWallets } from './cards.ts'
import type { Channel, Transaction } from './ledger.ts'

const house = { house: 'Paystack', tint: '#0b6e99' } as const

const note = html`<p class="note">Simulated checkout. It takes the test cards and wallets below and no others: never type a real card.</p>`

/** How the page is shown: on its own, or in a frame that tells the page around it. */
export interface Showing {
  readonly isPopup: boolean
  /** What the frame tells the page around it once this is shown. */
  readonly reads?: JsonObject
  readonly problem?: string
}

/** Where the frame's script lives, beside the page. */
const frameScript = '/paystack/checkout/frame.js'

function pageOf(title: string, { isPopup, reads }: Showing, body: Html): Page {
  return {
    ...house,
    title,
    body: html`${note}<main data-says="${isPopup && reads && JSON.stringify(reads)}"><h1>${title}</h1>
${body}</main>`,
    ...(isPopup && { script: frameScript }),
  }
}

export const amountText = ({ sum }: Pick<Transaction, 'sum'>): string => {
  const [whole = '', cents = ''] = decimalOf(sum.minor).split('.')
  return `${sum.currency} ${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`
}

/** The page on which the customer chooses how to pay. */
export function payPage(transaction: Transaction, showing: Showing): Page {
  const takes = (channel: Channel) => transaction.channels.length === 0 || transaction.channels.includes(channel)
  return pageOf(
    'Pay with Paystack',
    showing,
    html`${problemView(showing)}${summary(transaction)}
${takes('card') && html`${cardForm()}<h2>Test cards</h2>${testCards.map(cardButton)}`}
${takes('mobile_money') && html`<h2>Mobile money</h2>${testWallets.map(walletButton)}`}
${takes('bank_transfer') && html`<h2>Bank transfer</h2>${actionForm('transfer', 'I have sent the money')}`}
${actionForm('cancel', 'Cancel payment')}`,
  )
}

const questions = {
  pin: { title: 'Enter your card PIN', label: 'PIN' },
  otp: { title: 'Enter the code from your bank', label: 'Code' },
} as const

/** Asks the holder for one thing more. */
export function stepPage(transaction: Transaction, step: keyof typeof questions, showing: Showing): Page {
  const { title, label } = questions[step]
  return pageOf(
    title,
    showing,
    html`${summary(transaction)}
<form method="post"><label for="${step}">${label}</label>
<input id="${step}" name="${step}" inputmode="numeric" autocomplete="off" required>
<button name="action" value="${step}">Continue</button></form>
${actionForm('cancel', 'Cancel payment')}`,
  )
}

/** The bank has its own frame, so that the merchant's page need not know which bank it is. */
export function bankPage(bankUrl: string, showing: Showing): Page {
  const body = html`<iframe src="${bankUrl}" title="Your bank" width="100%" height="520"></iframe>
${actionForm('cancel', 'Cancel payment')}`
  return { ...pageOf('Confirm with your bank', showing, body), guest: new URL(bankUrl).origin }
}

/** For what is over, and for a link that leads to nothing payable. */
export function closedPage(words: string, showing: Showing, backUrl = ''): Page {
  return pageOf(
    words,
    showing,
    html`${backUrl !== '' && html`<a class="button" href="${backUrl}">Back to the shop</a>`}`,
  )
}

/** The frame before it knows which payment it is for. */
export function framePage(): Page {
  return pageOf('One moment', { isPopup: true, reads: { event: 'loaded:checkout' } }, html``)
}

function problemView({ problem }: Showing): Html | false {
  return problem !== undefined && html`<p class="bad" role="alert">${problem}</p>`
}

function summary(transaction: Transaction): Html {
  return html`<dl><dt>For</dt><dd>${transaction.label || transaction.email}</dd>
<dt>Reference</dt><dd>${transaction.reference}</dd>
<dt>Amount</dt><dd class="sum">${amountText(transaction)}</dd></dl>`
}

function cardForm(): Html {
  return html`<form method="post">
<label for="card">Card number</label><input id="card" name="card" inputmode="numeric" autocomplete="off" required>
<div class="pair"><div><label for="expiry">Expiry</label><input id="expiry" name="expiry" autocomplete="off" value="12/30"></div>
<div><label for="cvv">Security code</label><input id="cvv" name="cvv" inputmode="numeric" autocomplete="off" required></div></div>
<button name="action" value="card">Pay</button></form>`
}

function cardButton({ number, cvv, brand, words }: TestCard): Html {
  return html`<form method="post"><input type="hidden" name="card" value="${number}"><input type="hidden" name="cvv" value="${cvv}">
<input type="hidden" name="expiry" value="12/30"><button class="card" name="action" value="card"><span>${brand} ${grouped(number)}</span><b>${words}</b></button></form>`
}

function walletButton({ number, words }: (typeof testWallets)[number]): Html {
  return html`<form method="post"><input type="hidden" name="phone" value="${number}">
<button class="card" name="action" value="phone"><span>${words} ${number}</span><b>Approved</b></button></form>`
}

function actionForm(action: string, words: string): Html {
  return html`<form method="post"><button class="plain" name="action" value="${action}">${words}</button></form>`
}
