import { groupWhileTyping } from '@nyanja/domain/numbers/msisdn'
import { isSavedNumber, type SavedEntry, type SavedNumber, shortName } from '@nyanja/domain/numbers/saved-numbers'
import { readField } from '@nyanja/web/format/read-field'
import { createCookie, redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { privateHeaders, publicHeaders } from '../format/headers.ts'
import { hrefs } from '../hrefs.ts'
import { languageOf, languagePrefixOf } from '../page-language.ts'

const lifeSeconds = 180 * 24 * 3600

/** This browser alone stores the cookie, and the portal alone reads it. The prefix ties it to the host and to https. */
const cookie = createCookie('__Host-numbers', {
  path: '/',
  httpOnly: true,
  secure: true,
  sameSite: 'lax',
  maxAge: lifeSeconds,
})

type Sealing = Pick<Portal, 'savedNumbers'>

export async function savedOn({ savedNumbers }: Sealing, request: Request): Promise<readonly SavedEntry[]> {
  const value: unknown = await cookie.parse(request.headers.get('cookie'))
  return typeof value === 'string' ? savedNumbers.open(value) : []
}

export async function numbersOn(portal: Sealing, request: Request): Promise<readonly SavedNumber[]> {
  return (await savedOn(portal, request)).filter(isSavedNumber)
}

export async function savedCookie({ savedNumbers }: Sealing, entries: readonly SavedEntry[]): Promise<string> {
  return entries.length === 0 ? cookie.serialize('', { maxAge: 0 }) : cookie.serialize(savedNumbers.seal(entries))
}

/**
 * The numbers that a visitor may choose instead of typing one, ready to be rendered: a script of its own would cost
 * more.
 */
export interface SavedChoice {
  readonly chips: {
    readonly label: string
    readonly name: string
    /** The choices are keyed by their position among all that is saved: the number itself is in no page. */
    readonly options: readonly { readonly value: string; readonly label: string }[]
    readonly layout: 'slide'
  }
  /** The button that deletes them all. */
  readonly wipe: {
    readonly name: string
    readonly value: string
    readonly children: string
  }
}

const fieldName = 'saved'
const wipeName = 'forget'

/** What the fields of a page are for. */
const kinds = {
  numbers: { chips: 'chips', forget: 'forgetNumbers', isOf: isSavedNumber },
  accounts: { chips: 'accountChips', forget: 'forgetAccounts', isOf: (entry: SavedEntry) => !isSavedNumber(entry) },
} as const
type Kind = keyof typeof kinds

const isKind = (text: string): text is Kind => Object.hasOwn(kinds, text)

type Reading = Pick<Portal, 'savedNumbers' | 'market' | 'content'>

/** Undefined without saved numbers, or accounts: the page has nothing of it. */
export async function savedChoice(
  portal: Reading,
  request: Request,
  url: URL,
  kind: Kind = 'numbers',
): Promise<SavedChoice | undefined> {
  const { chips, forget, isOf } = kinds[kind]
  const entries = await savedOn(portal, request)
  const options = entries.flatMap((entry, at) => (isOf(entry) ? [{ value: String(at), label: shortName(entry) }] : []))
  if (options.length === 0) return undefined
  const texts = portal.content.page('saved-numbers-translation', languageOf(url, portal.market))
  return {
    chips: { label: texts[chips], name: fieldName, options, layout: 'slide' },
    wipe: { name: wipeName, value: kind, children: texts[forget] },
  }
}

/** Returns the pressed entry: `none` where another button was pressed, undefined where it is saved no more. */
async function pressedEntry(
  portal: Sealing,
  request: Request,
  form: FormData,
): Promise<SavedEntry | undefined | 'none'> {
  const chosen = readField(form, fieldName)
  return chosen === '' ? 'none' : (await savedOn(portal, request))[Number(chosen)]
}

/** Returns the chosen or else the typed number. */
export async function numberIn(portal: Sealing, request: Request, form: FormData): Promise<string> {
  const entry = await pressedEntry(portal, request, form)
  if (entry === 'none') return readField(form, 'msisdn')
  return entry !== undefined && isSavedNumber(entry) ? entry.msisdn : ''
}

/**
 * Returns the text that a pressed number or account puts into its field, on pages that do more than look at it: there
 * the visitor sees it before anything is sent or paid. Undefined where another button was pressed.
 */
export async function filledIn(
  portal: Sealing & Pick<Portal, 'market'>,
  request: Request,
  { form, kind = 'numbers' }: { readonly form: FormData; readonly kind?: Kind },
): Promise<string | undefined> {
  const entry = await pressedEntry(portal, request, form)
  if (entry === 'none') return undefined
  if (entry === undefined || !kinds[kind].isOf(entry)) return ''
  return isSavedNumber(entry) ? groupWhileTyping(entry.msisdn, portal.market.numbers) : entry.account
}

/** The answer to the button that deletes them all, which is in the form of the number or the account. */
export async function forgetSaved(
  portal: Sealing,
  request: Request,
  { url, form }: { readonly url: URL; readonly form: FormData },
): Promise<Response | undefined> {
  const kind = readField(form, wipeName)
  if (!isKind(kind)) return undefined
  const left = (await savedOn(portal, request)).filter((entry) => !kinds[kind].isOf(entry))
  const headers = { ...privateHeaders, 'set-cookie': await savedCookie(portal, left) }
  return redirect(hrefs(languagePrefixOf(url.pathname)).forgetPhone({ done: kind }), { status: 303, headers })
}

/** Returns the headers of a page for typing a number: public, but private for visitors who have saved some. */
export function numberPageHeaders(saved: SavedChoice | undefined) {
  return saved === undefined ? { ...publicHeaders, vary: 'cookie' } : privateHeaders
}
