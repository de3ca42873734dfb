import { html } from '../core/html.ts'
import type { Challenge } from './challenge.ts'
import { cardholderCode } from './challenges.ts'
import type { Page } from './page.ts'

const bank = { house: 'Mudzi Bank', tint: '#14532d' } as const

export function challengePage({ merchant, amount, cardLast4, reference }: Challenge, problem?: string): Page {
  return {
    ...bank,
    title: 'Confirm your payment',
    body: html`<p class="note">Simulated bank page: the second step of a card payment. Nobody is charged.</p>
<main><h1>Confirm your payment</h1>
<dl><dt>Merchant</dt><dd>${merchant}</dd><dt>Reference</dt><dd>${reference}</dd>
<dt>Card</dt><dd>ending in ${cardLast4}</dd><dt>Amount</dt><dd class="sum">${amount}</dd></dl>
${problem !== undefined && html`<p class="bad" role="alert">${problem}</p>`}
<form method="post">
<label for="code">Code from your bank</label>
<input id="code" name="code" inputmode="numeric" autocomplete="off" value="${cardholderCode}">
<button name="decision" value="approve">Approve</button>
<button class="plain" name="decision" value="refuse">Refuse</button>
</form></main>`,
  }
}

export function unknownChallengePage(): Page {
  return { ...bank, title: 'Not found', body: html`<main><h1>This confirmation does not exist</h1></main>` }
}
