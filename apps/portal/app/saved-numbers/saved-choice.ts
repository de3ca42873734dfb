import { type SavedNumber, shortName } from '@nyanja/domain/numbers/saved-numbers'
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

export async function numbersOn({ savedNumbers }: Sealing, request: Request): Promise<readonly SavedNumber[]> {
  const value: unknown = await cookie.parse(request.headers.get('cookie'))
  return typeof value === 'string' ? savedNumbers.open(value) : []
}

export async function numbersCookie({ savedNumbers }: Sealing, numbers: readonly SavedNumber[]): Promise<string> {
  return numbers.length === 0 ? cookie.serialize('', { maxAge: 0 }) : cookie.serialize(savedNumbers.seal(numbers))
}

/**
 * The numbers that a visitor may choose instead of typing one, ready to be rendered: a script of its own would cost
 * more.
 */
export interface SavedChoice {
  readonly chips: {
    readonly label: string
    readonly name: string
    /** The choices are keyed by their position in the list: the number itself is in no page. */
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
const wipe = { name: 'forget', value: 'numbers' } as const

type Reading = Pick<Portal, 'savedNumbers' | 'market' | 'content'>

/** Undefined without saved numbers: the page has nothing of it. */
export async function savedChoice(portal: Reading, request: Request, url: URL): Promise<SavedChoice | undefined> {
  const numbers = await numbersOn(portal, request)
  if (numbers.length === 0) return undefined
  const texts = portal.content.page('saved-numbers-translation', languageOf(url, portal.market))
  const options = numbers.map((number, at) => ({ value: String(at), label: shortName(number) }))
  return {
    chips: { label: texts.chips, name: fieldName, options, layout: 'slide' },
    wipe: { ...wipe, children: texts.forgetNumbers },
  }
}

/** Returns the chosen or else the typed number. */
export async function numberIn(portal: Pick<Portal, 'savedNumbers'>, request: Request, form: FormData) {
  const chosen = readField(form, fieldName)
  if (chosen === '') return readField(form, 'msisdn')
  return (await numbersOn(portal, request))[Number(chosen)]?.msisdn ?? ''
}

/** The answer to the button that deletes them all, which is in the form of the number. */
export async function forgetNumbers(portal: Sealing, url: URL, form: FormData): Promise<Response | undefined> {
  if (readField(form, wipe.name) !== wipe.value) return undefined
  const headers = { ...privateHeaders, 'set-cookie': await numbersCookie(portal, []) }
  const href = hrefs(languagePrefixOf(url.pathname)).forgetPhone({ done: wipe.value })
  return redirect(href, { status: 303, headers })
}

/** Returns the headers of a page for typing a number: public, but private for visitors who have saved some. */
export function numberPageHeaders(saved: SavedChoice | undefined) {
  return saved === undefined ? { ...publicHeaders, vary: 'cookie' } : privateHeaders
}
