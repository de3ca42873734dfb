/** Half a year, as for other things that a phone keeps when it was asked to. */
const lifeSeconds = 180 * 24 * 3600

/** It is no secret and changes one page only, so its name has no prefix that pages for one visitor have. */
const name = 'language'

const cookieOf = (value: string, seconds: number) =>
  `${name}=${value}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Lax`

/** The cookie that asks the phone to keep a language. */
export const languageCookie = (language: string) => cookieOf(language, lifeSeconds)

export const forgottenLanguage = cookieOf('', 0)

/** Reads the language that the phone keeps from the header with its cookies. */
export function keptLanguage(cookies: string | null | undefined): string | undefined {
  return new RegExp(`(?:^|; *)${name}=([A-Za-z-]{2,20})(?:;|$)`).exec(cookies ?? '')?.[1]
}
