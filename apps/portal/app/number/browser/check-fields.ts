import { parseEmail } from '@nyanja/domain/forms/form'
import { readAmount } from '@nyanja/domain/money/amount-limits'
import { parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import { explainButton, isChipPressed, report } from '../../form/browser/report.ts'
import type { AmountRules, FieldRules } from '../field-rules.ts'
import { type LineAnswer, type LineStatus, numberMessage } from '../line-answer.ts'
import { type CheckedNumber, createLineCheck } from './line-check.ts'

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-rules]')) watchForm(form)

/**
 * Shows what is wrong with a field when the focus leaves it, keeps the button disabled until all fields could be valid,
 * and shows why. Without this script the server does the same after the form is sent.
 */
function watchForm(form: HTMLFormElement): void {
  const rules: FieldRules = JSON.parse(form.dataset.rules ?? '')
  const fields = [...form.querySelectorAll<HTMLInputElement>('[data-kind], [data-needs]')]
  // The unseen one is what Enter presses.
  const buttons = form.querySelectorAll<HTMLButtonElement>('.field > .button, .unseen[type=submit]')
  const shownButton = form.querySelector('.field > .button')
  const phone = fields.find(({ dataset }) => dataset.kind === 'phone')
  const explain = explainButton(shownButton?.nextElementSibling, rules.toContinue)
  const line = phone && watchLine(form, phone, rules, () => permit())
  const reportField = (field: HTMLInputElement) =>
    report(form, field, problemOf(field, rules) ?? (field === phone ? line?.fault() : undefined))

  const permit = () => {
    const isRefused = (field: HTMLInputElement) => field === phone && line?.isRefused() === true
    const missing = fields.filter((field) => problemOf(field, rules) !== undefined || isRefused(field))
    for (const button of buttons) button.disabled = missing.length > 0
    const sum = missing.find(({ dataset, value }) => dataset.kind === 'amount' && value !== '')
    const reason = sum && sum.closest('.wrong') === null ? problemOf(sum, rules) : undefined
    explain(
      missing.map((field) => field.labels?.[0]?.textContent ?? ''),
      reason,
    )
  }
  const update = () => {
    line?.update()
    permit()
  }
  form.addEventListener('input', ({ target }) => {
    const field = fields.find((each) => each === target)
    // A fault disappears with its reason, and does not appear while a visitor is still typing.
    if (field?.closest('.wrong')) reportField(field)
    update()
  })
  form.addEventListener('focusout', ({ target }) => {
    const field = fields.find((each) => each === target)
    if (field === undefined || isChipPressed(form)) return
    reportField(field)
    update()
  })
  addEventListener('pageshow', update)
  update()
  // A field may have been filled and left before this script arrived.
  for (const field of fields)
    if (field.value !== '' && field !== document.activeElement && problemOf(field, rules) !== undefined)
      reportField(field)
}

/** Returns what is wrong with a field; empty where the field has no text for it. */
function problemOf(field: HTMLInputElement, { numbers, phone }: FieldRules): string | undefined {
  const { kind, needs, wrong = '', empty = wrong } = field.dataset
  if (kind === 'phone') {
    const reading = parseMsisdn(field.value, numbers)
    return reading.outcome === 'valid' ? undefined : numberMessage(reading, phone)
  }
  if (kind === 'amount') return amountProblem(field.value, field.dataset.amount ?? '')
  if (field.value.trim() === '') return empty
  if (kind === 'email') return parseEmail(field.value).outcome === 'valid' ? undefined : wrong
  return new RegExp(needs ?? '', 'i').test(field.value.replace(/[\s().-]/g, '')) ? undefined : wrong
}

function amountProblem(typed: string, json: string): string | undefined {
  const { copy, format, ...limits }: AmountRules = JSON.parse(json)
  const { outcome } = readAmount(typed, limits, { decimals: 'allowed', format })
  return outcome === 'valid' ? undefined : copy[outcome]
}

/** Shows below the number which line it is, as soon as it is complete. */
function watchLine(
  form: HTMLFormElement,
  phone: HTMLInputElement,
  { numbers, checking, unchecked }: FieldRules,
  changed: () => void,
) {
  const href = form.dataset.check
  const place = form.querySelector<HTMLElement>('[data-line]')
  if (href === undefined || place === null) return
  const readNumber = (typed = phone.value) => {
    const reading = parseMsisdn(typed, numbers)
    return reading.outcome === 'valid' ? reading.msisdn : undefined
  }
  // The server has checked the number that came with the page, and shows the result beside it.
  const known = readNumber(phone.defaultValue)
  let shown = known
  let checked: CheckedNumber<LineAnswer> = { msisdn: '' }
  const text = phone.closest('.wrong')?.querySelector('.say')?.textContent
  if (known && text) checked = { msisdn: known, answer: { is: 'fault', text } }
  const isOfferedElsewhere = place.querySelector('button') !== null

  const show = () => {
    const msisdn = readNumber()
    if (msisdn === shown) return
    shown = msisdn
    place.textContent = ''
    if (checked.msisdn !== msisdn) return
    const { answer = { is: 'checking', text: checking } as const } = checked
    if (answer.is === 'fault') report(form, phone, answer.text)
    else place.append(...drawStatus(form, answer))
  }
  const check = createLineCheck<LineAnswer>({
    href,
    known,
    unchecked: { is: 'unchecked', text: unchecked },
    report(now) {
      checked = now
      shown = undefined
      show()
      changed()
    },
  })
  return {
    update() {
      show()
      check(readNumber())
    },
    /** The line of the number in the field has no business on this page, or there is none. */
    isRefused() {
      const msisdn = readNumber()
      if (msisdn === undefined) return false
      if (checked.msisdn === msisdn) return checked.answer?.is === 'fault' || checked.answer?.is === 'offer'
      return msisdn === known && isOfferedElsewhere
    },
    /** Returns what is wrong with the line of the number in the field. */
    fault() {
      const { msisdn, answer } = checked
      return answer?.is === 'fault' && msisdn === readNumber() ? answer.text : undefined
    },
  }
}

/** Renders it as the server does: a copy of the form's template, with texts. */
function drawStatus(form: HTMLFormElement, status: LineStatus): Element[] {
  const copy = form.querySelector<HTMLTemplateElement>(`template[data-is=${status.is}]`)?.content.cloneNode(true)
  if (!(copy instanceof DocumentFragment)) return []
  const [last] = [...copy.querySelectorAll('span')].slice(-1)
  if (last !== undefined) last.textContent = status.is === 'offer' ? status.offer.text : status.text
  if (status.is === 'offer') {
    const { heading, action } = status.offer
    const [bold, button] = [copy.querySelector('b'), document.createElement('button')]
    if (bold) bold.textContent = heading
    last?.after(
      ' ',
      Object.assign(button, { className: 'link', name: 'page', value: action.page, textContent: action.text }),
    )
  }
  return [...copy.children]
}
