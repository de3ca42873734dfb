import { type AmountReading, readAmount } from '@nyanja/domain/money/amount-limits'
import { groupWhileTyping, parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import { readField } from '@nyanja/web/format/read-field'
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import type { Typed } from './recharge-action.ts'
import type { RechargePage } from './recharge-page.ts'

export type Cleared = 'amount' | 'bundle'

interface Options {
  readonly page: RechargePage
  /** The server's values in the form. */
  readonly start: Typed
  /** Receives the number after each input: undefined while it is not complete and valid. */
  readonly onNumber: (msisdn: string | undefined) => void
}

/** The fields that the visitor has been in and left: their faults are shown from then on. */
const nothingVisited = { msisdn: false, amount: false }

/**
 * The current values of the form: read from the page itself, so that text typed before the script loaded counts too.
 */
export function useRechargeForm({ page: { rules, limits, format }, start, onNumber }: Options) {
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState(start)
  const [visited, setVisited] = useState(nothingVisited)
  const [cleared, setCleared] = useState<Cleared>()
  const [isScripted, setScripted] = useState(false)

  function read() {
    if (form.current === null) return
    const now = typedIn(form.current)
    setTyped(now)
    const reading = parseMsisdn(now.msisdn, rules)
    onNumber(reading.outcome === 'valid' ? reading.msisdn : undefined)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is read once when the script arrives, and when the browser brings it back
  useEffect(() => {
    setScripted(true)
    // A number may have been typed and left before the script arrived.
    const field = form.current?.elements.namedItem('msisdn')
    if (field instanceof HTMLInputElement && field.value !== '' && field !== document.activeElement)
      setVisited({ ...nothingVisited, msisdn: true })
    read()
    window.addEventListener('pageshow', read)
    return () => window.removeEventListener('pageshow', read)
  }, [])

  /** Airtime or a bundle: the last one touched stays. */
  function onInput({ target, currentTarget }: FormEvent<HTMLFormElement>) {
    if (!(target instanceof HTMLInputElement)) return
    const other = clearOtherChoice(target.name, currentTarget)
    if (other !== undefined || target.name !== 'msisdn') setCleared(other)
    read()
  }

  function onBlur({ target }: FocusEvent<HTMLFormElement>) {
    if (!(target instanceof HTMLInputElement) || !(target.name in nothingVisited)) return
    if (target.name === 'msisdn') target.value = groupWhileTyping(target.value, rules)
    // A number is always required; an amount is not where a bundle is chosen.
    setVisited((before) => ({ ...before, [target.name]: target.name === 'msisdn' || target.value.trim() !== '' }))
    read()
  }

  function fillAmount(amount: string) {
    const field = form.current?.elements.namedItem('amount')
    if (!(field instanceof HTMLInputElement) || form.current === null) return
    field.value = amount
    setCleared(clearOtherChoice('amount', form.current))
    read()
  }

  const reading = parseMsisdn(typed.msisdn, rules)
  const msisdn = reading.outcome === 'valid' ? reading.msisdn : undefined
  const amount: AmountReading = readAmount(typed.amount, limits, { format })
  return { form, typed, visited, cleared, isScripted, reading, msisdn, amount, onInput, onBlur, fillAmount }
}

function typedIn(form: HTMLFormElement): Typed {
  const data = new FormData(form)
  return { msisdn: readField(data, 'msisdn'), amount: readField(data, 'amount'), bundle: readField(data, 'bundle') }
}

/** Clears the amount for a bundle, or the bundle for an amount, and returns which one, if there was one. */
function clearOtherChoice(name: string, form: HTMLFormElement): Cleared | undefined {
  const { amount, bundle } = typedIn(form)
  if (name === 'bundle' && amount.trim() !== '') {
    const field = form.elements.namedItem('amount')
    if (field instanceof HTMLInputElement) field.value = ''
    return 'amount'
  }
  if (name === 'amount' && amount.trim() !== '' && bundle !== '') {
    for (const radio of form.querySelectorAll<HTMLInputElement>('[name=bundle]:checked')) radio.checked = false
    return 'bundle'
  }
  return undefined
}
