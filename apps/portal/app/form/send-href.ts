const mark = 'sent'

/** React Router writes every parameter with an equals sign. */
const isMark = (part: string) => part === mark || part === `${mark}=`

/**
 * A page's own form is sent to the page under another address. Where the answer is lost, the browser's page about it
 * would otherwise replace the form in the history, and the way back would lead past what was typed.
 */
export function sendHref(here: string): string {
  const [path = '', search = ''] = here.split('?')
  const parts = search.split('&').filter((part) => part !== '')
  const others = parts.filter((part) => !isMark(part))
  // The page of an answer has the mark already.
  const query = parts.some(isMark) ? others : [...others, mark]
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}
