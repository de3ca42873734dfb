import { createCookie } from 'react-router'
import enActs from '../content/en/acts.json'
import enAudit from '../content/en/audit.json'
import enErrors from '../content/en/errors.json'
import enFinance from '../content/en/finance.json'
import enFind from '../content/en/find.json'
import enLead from '../content/en/lead.json'
import enMessage from '../content/en/message.json'
import enOperations from '../content/en/operations.json'
import enPayment from '../content/en/payment.json'
import enQueues from '../content/en/queues.json'
import enShell from '../content/en/shell.json'
import enSignIn from '../content/en/sign-in.json'
import frActs from '../content/fr/acts.json'
import frAudit from '../content/fr/audit.json'
import frErrors from '../content/fr/errors.json'
import frFinance from '../content/fr/finance.json'
import frFind from '../content/fr/find.json'
import frLead from '../content/fr/lead.json'
import frMessage from '../content/fr/message.json'
import frOperations from '../content/fr/operations.json'
import frPayment from '../content/fr/payment.json'
import frQueues from '../content/fr/queues.json'
import frShell from '../content/fr/shell.json'
import frSignIn from '../content/fr/sign-in.json'

const en = {
  ...{ acts: enActs, audit: enAudit, errors: enErrors, finance: enFinance, find: enFind },
  ...{ lead: enLead, message: enMessage, operations: enOperations, payment: enPayment },
  ...{ queues: enQueues, shell: enShell, signIn: enSignIn },
}
const fr: typeof en = {
  ...{ acts: frActs, audit: frAudit, errors: frErrors, finance: frFinance, find: frFind },
  ...{ lead: frLead, message: frMessage, operations: frOperations, payment: frPayment },
  ...{ queues: frQueues, shell: frShell, signIn: frSignIn },
}

/** The texts of a package are those of its file in `content/<language>/`. */
export type Texts = typeof en

const texts = { en, fr } as const
export type Language = keyof typeof texts

export const languages = [
  { code: 'en', name: 'English', dateLocale: 'en-GB' },
  { code: 'fr', name: 'Français', dateLocale: 'fr-FR' },
] as const satisfies readonly { readonly code: Language; readonly name: string; readonly dateLocale: string }[]

export const textsIn = (language: Language): Texts => texts[language]

export const isLanguage = (text: string): text is Language => Object.hasOwn(texts, text)

/** The cookie lasts a year. Staff choose a language independently of the market's. */
const cookie = createCookie('__Host-language', {
  ...{ path: '/', httpOnly: true, secure: true, sameSite: 'lax' },
  maxAge: 365 * 24 * 60 * 60,
})

export const languageCookie = (language: Language) => cookie.serialize(language)

export async function languageOf(request: Request): Promise<Language> {
  const chosen: unknown = await cookie.parse(request.headers.get('cookie'))
  if (typeof chosen === 'string' && isLanguage(chosen)) return chosen
  const [first = ''] = (request.headers.get('accept-language') ?? '').split(/[-,;]/)
  return isLanguage(first) ? first : 'en'
}
