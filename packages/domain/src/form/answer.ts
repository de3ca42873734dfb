import { type MsisdnRules, parseMsisdn } from '../msisdn.ts'
import { type FormField, longestTyped } from './form.ts'

/** Of a ticked checkbox. */
export const ticked = 'on'

const lineEnds = /\r\n?/g
const loneSurrogates = /[\uD800-\uDFFF]/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go; a line may end and a tab may stand
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

type Asked = Pick<FormField, 'type' | 'countryCode'>

/** What was typed as we take it. Browsers send line ends and broken characters otherwise than they hold them. */
export function answerTo({ type, countryCode }: Asked, typed: string, numbers: MsisdnRules): string {
  if (type === 'checkbox') return typed === '' ? '' : ticked
  const begun = typed.trim().slice(0, longestTyped)
  const text = begun.replace(lineEnds, '\n').replace(loneSurrogates, '\uFFFD').replace(controls, '').trim()
  if (type === 'textarea') return text
  const line = text
    .split('\n')
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')
  return countryCode === undefined ? line : numberIn(line, numbers)
}

/** National digits, or as many as there are; what is no number stays as it was typed. */
function numberIn(text: string, numbers: MsisdnRules): string {
  const reading = parseMsisdn(text, numbers)
  if (reading.outcome === 'valid') return reading.msisdn
  return reading.outcome === 'not_a_number' ? text : reading.digits
}
