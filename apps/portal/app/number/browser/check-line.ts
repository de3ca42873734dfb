import { parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import { report } from '../../form/browser/report.ts'
import type { FieldRules } from '../field-rules.ts'
import type { LineAnswer } from '../line-answer.ts'

/** A visitor who still types is not interrupted (spec section 5). */
const pauseMs = 300

/**
 * Asks which line a whole number is, once for each number, and shows the answer below its field. A link that breaks
 * changes nothing: the number is checked when the form is sent.
 */
export function checkLine(
  form: HTMLFormElement,
  phone: HTMLInputElement | undefined,
  { checking, unchecked, numbers }: Pick<FieldRules, 'checking' | 'unchecked' | 'numbers'>,
): (msisdn: string | undefined) => void {
  const href = form.dataset.check
  const place = form.querySelector<HTMLElement>('[data-line]')
  if (href === undefined || phone === undefined || place === null) return () => {}
  let timer: ReturnType<typeof setTimeout> | undefined
  // What came with the page was judged by the server, which says beside it what it found.
  const start = parseMsisdn(phone.defaultValue, numbers)
  let asked = start.outcome === 'valid' ? start.msisdn : undefined

  const show = (answer: LineAnswer) => {
    place.replaceChildren(...nodesFor(answer))
    if (answer.is === 'fault') report(form, phone, answer.text)
  }
  const ask = async (msisdn: string) => {
    asked = msisdn
    place.textContent = checking
    const response = await fetch(href, { method: 'POST', body: new URLSearchParams({ msisdn }) }).catch(() => undefined)
    const answer: LineAnswer = response?.ok
      ? await response.json().catch(() => ({ is: 'unchecked', text: unchecked }))
      : { is: 'unchecked', text: unchecked }
    if (asked === msisdn) show(answer)
  }
  return (msisdn) => {
    clearTimeout(timer)
    if (msisdn === asked) return
    asked = undefined
    place.replaceChildren()
    if (msisdn !== undefined) timer = setTimeout(() => void ask(msisdn), pauseMs)
  }
}

function nodesFor(answer: LineAnswer): (Node | string)[] {
  if (answer.is === 'fault') return []
  if (answer.is !== 'offer') return [answer.text]
  const { heading, text, action } = answer.offer
  const bold = document.createElement('b')
  bold.textContent = heading
  const button = document.createElement('button')
  button.className = 'link'
  button.type = 'submit'
  button.formAction = action.href
  button.textContent = action.text
  return [bold, ` ${text} `, button]
}
