import type { Page } from '../bank/page.ts'
import type { JsonObject } from '../core/bodies.ts'
import { type Html, html } from '../core/html.ts'
import { decimalOf } from '../core/market.ts'
import { grouped, type TestCard, testCards, testWallets } from './endings.ts'
import type { Channel, Transaction } from './ledger.ts'

const house = { house: 'Paystack', tint: '#0b6e99' } as const

const note = html`<p class="note">Simulated checkout. It takes the test cards and wallets below and no others: never type a real card.</p>`

/** How the page is shown: standalone, or in a frame that sends messages to its parent page. */
export interface Showing {
  readonly isPopup: boolean
  /** The message of the frame to its parent page once this is shown. */
  readonly reads?: JsonObject
  readonly problem?: string
}

/** The path of the frame's script, next to the page. */
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

/** The page on which the customer chooses a payment channel. */
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

/** Asks the cardholder for one more input. */
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

/** The bank has its own frame, so that the merchant's page need not know the bank. */
export function bankPage(bankUrl: string, showing: Showing): Page {
  const body = html`<iframe src="${bankUrl}" title="Your bank" width="100%" height="520"></iframe>
${actionForm('cancel', 'Cancel payment')}`
  return { ...pageOf('Confirm with your bank', showing, body), guest: new URL(bankUrl).origin }
}

/** Draws the page for a finished payment, and for a link without a payable one. */
export function closedPage(label: string, showing: Showing, backUrl = ''): Page {
  return pageOf(
    label,
    showing,
    html`${backUrl !== '' && html`<a class="button" href="${backUrl}">Back to the shop</a>`}`,
  )
}

/** The frame before it knows its payment. */
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

function cardButton({ number, cvv, brand, label }: TestCard): Html {
  return html`<form method="post"><input type="hidden" name="card" value="${number}"><input type="hidden" name="cvv" value="${cvv}">
<input type="hidden" name="expiry" value="12/30"><button class="card" name="action" value="card"><span>${brand} ${grouped(number)}</span><b>${label}</b></button></form>`
}

function walletButton({ number, label }: (typeof testWallets)[number]): Html {
  return html`<form method="post"><input type="hidden" name="phone" value="${number}">
<button class="card" name="action" value="phone"><span>${label} ${number}</span><b>Approved</b></button></form>`
}

function actionForm(action: string, label: string): Html {
  return html`<form method="post"><button class="plain" name="action" value="${action}">${label}</button></form>`
}

/**
 * Runs in the merchant's page instead of Paystack's own script, with the same interface: opens the checkout in a frame
 * and forwards its messages. It resumes transactions that the merchant's server began, and begins none.  As
 * `@paystack/inline-js` 2.22 does: both frames are made with the object and cover the page as soon as a transaction is
 * resumed, loaded or not; a setup error is only reported, so that they stay open; `cancelTransaction` closes them and
 * calls `onCancel`; closed frames are hidden, not removed.
 */
export const inlineScript = `(() => {
  const frameUrl = new URL('../checkout/popup', document.currentScript.src)
  const cover = { position: 'fixed', inset: '0', width: '100%', height: '100%', border: '0', zIndex: '2147483647', display: 'none' }

  window.PaystackPop = class PaystackPop {
    constructor() {
      const background = document.createElement('iframe')
      background.title = 'Paystack background'
      Object.assign(background.style, cover, { background: 'rgba(0, 0, 0, 0.75)' })
      const frame = document.createElement('iframe')
      frame.src = frameUrl.href
      frame.title = 'Paystack checkout'
      Object.assign(frame.style, cover)
      document.body.append(background, frame)
      Object.assign(this, { background, frame, isLoaded: false })
      addEventListener('message', (message) => this.hear(message))
    }

    resumeTransaction(accessCode, callbacks = {}) {
      this.transaction = { accessCode, callbacks }
      for (const element of [this.background, this.frame]) element.style.display = 'block'
      if (this.isLoaded) this.begin()
    }

    cancelTransaction() {
      const { transaction } = this
      if (!transaction) return
      this.transaction = undefined
      transaction.callbacks.onCancel?.()
      this.close()
    }

    begin() {
      const metadata = JSON.stringify({ referrer: location.href })
      const params = { accessCode: this.transaction.accessCode, metadata, mode: 'popup' }
      this.send({ type: 'inline:url', path: 'newTransaction', params })
    }

    send(message) {
      this.frame.contentWindow.postMessage(message, frameUrl.origin)
    }

    close() {
      for (const element of [this.background, this.frame]) element.style.display = 'none'
      this.send('close')
    }

    hear({ source, origin, data }) {
      if (source !== this.frame.contentWindow || origin !== frameUrl.origin) return
      const { event, data: told } = data ?? {}
      const { callbacks } = this.transaction ?? {}
      if (event === 'loaded:checkout') {
        this.isLoaded = true
        if (callbacks) this.begin()
      }
      if (!callbacks) return
      if (event === 'loaded:transaction') callbacks.onLoad?.(told)
      if (event === 'error' && told?.type === 'setup') callbacks.onError?.(told)
      if (!['success', 'cancel', 'close', 'transfer:pending'].includes(event)) return
      this.transaction = undefined
      this.close()
      if (event === 'success') callbacks.onSuccess?.(told)
      else callbacks.onCancel?.()
    }
  }
})()`
