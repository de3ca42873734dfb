import type { Page } from '../bank/page.ts'
import { html, trusted } from '../core/html.ts'
import { staffAccounts, staffPassword } from './accounts.ts'

const house = { house: 'Nyanja staff sign-in', tint: '#07506f' } as const

const roleNames: Readonly<Record<string, string>> = {
  care_agent: 'care agent',
  care_lead: 'care lead',
  finance: 'finance',
  administrator: 'administrator',
}

/** Lists the accounts of the demonstration and shows their password. */
export function signInPage(problem?: string): Page {
  return {
    ...house,
    title: 'Sign in',
    body: html`<p class="note">Simulated identity provider. The password of all accounts is <b>${staffPassword}</b>.</p>
<main><h1>Who are you?</h1>
${problem !== undefined && html`<p class="bad" role="alert">${problem}</p>`}
<form method="post">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="off" value="${staffPassword}">
${staffAccounts.map(
  ({ id, name, roles }) =>
    html`<button class="card" name="account" value="${id}"><b>${name}</b><span>${
      roles.map((role) => roleNames[role] ?? role).join(', ') || 'no role in the console'
    }</span></button>`,
)}
</form></main>`,
  }
}

/** `form` is the provider's own. */
export function signOutPage(form: string): Page {
  return {
    ...house,
    title: 'Sign out',
    body: html`<main><h1>Sign out here too?</h1>
<p>Otherwise the next person on this computer signs in as you.</p>${trusted(form)}
<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
<button class="plain" type="submit" form="op.logoutForm">Stay signed in</button></main>`,
  }
}

export function plainPage(title: string, text: string): Page {
  return { ...house, title, body: html`<main><h1>${title}</h1><p>${text}</p></main>` }
}
