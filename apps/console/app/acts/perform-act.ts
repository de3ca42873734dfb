import type { ActRequest, ActResult } from '@nyanja/back-office/operations/staff-acts'
import { checkAmount } from '@nyanja/domain/money/amount-limits'
import { type Currency, isCurrency, type Money, money } from '@nyanja/domain/money/money'
import { type Act, actReasons, policyOf } from '@nyanja/domain/staff/acts'
import { data, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { consoleContext } from '../console-context.ts'
import { staffIn } from '../guard.ts'

const longestNote = 500

const ActForm = z.object({
  act: z.string(),
  subject: z.string().max(100),
  reason: z.enum(actReasons).catch('other'),
  note: z.string().trim().max(longestNote).catch(''),
})

/**
 * Parses an amount as people type it: `1000`, `1,000.50`. It is undefined for anything that is no amount of the
 * currency.
 */
const Amount = z
  .object({ amount: z.string().max(20), currency: z.string() })
  .transform(({ amount, currency }) => (isCurrency(currency) ? readTypedAmount(amount, currency) : undefined))

function readTypedAmount(text: string, currency: Currency): Money | undefined {
  const limits = { min: money(currency, 1), max: money(currency, Number.MAX_SAFE_INTEGER) }
  const reading = checkAmount(text, limits, { decimals: 'allowed' })
  return reading.outcome === 'valid' ? reading.amount : undefined
}

const statusOf: Readonly<Record<ActResult, number>> = {
  done: 200,
  requested: 200,
  not_permitted: 403,
  own_request: 403,
  overtaken: 409,
  busy: 409,
  asks_bss: 200,
  unknown: 404,
  incomplete: 422,
  wrong_amount: 422,
}

export interface Acted {
  readonly act: Act
  readonly result: ActResult
  /** What was typed, unless it was done. */
  readonly typed?: ActRequest | undefined
}

const successes = ['done', 'requested', 'asks_bss'] as const satisfies readonly ActResult[]
const succeeds = (result: ActResult) => successes.some((one) => one === result)

/** Reads the form of an act. It is undefined when the page does not offer the act, or when the form is incomplete. */
export function readAct(form: FormData, offered: readonly Act[]): ActRequest | undefined {
  const fields = Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  const { data: read } = ActForm.safeParse(fields)
  const act = offered.find((one) => one === read?.act)
  if (read === undefined || act === undefined) return undefined
  const { act: _, subject, reason, note, ...input } = { ...fields, ...read }
  const amount = policyOf(act).needsAmount ? Amount.safeParse(fields).data : undefined
  return { act, subject, reason, note, input, ...(amount && { amount }) }
}

export async function performAct(context: Readonly<RouterContextProvider>, requested: ActRequest): Promise<Acted> {
  const { acts, securityLog } = context.get(consoleContext)
  const staff = staffIn(context)
  const result = await acts.perform(staff, requested)
  if (statusOf[result] === 403) securityLog.warn({ staff: staff.id, act: requested.act, result }, 'act refused')
  return { act: requested.act, result, ...(!succeeds(result) && { typed: requested }) }
}

/** A completed act redirects to the page, which reports it; a refusal is reported in the answer itself. */
export function answerAct({ act, result, typed }: Acted, page: string) {
  if (succeeds(result)) return redirect(`${page}?${new URLSearchParams({ [result]: act })}`, 303)
  return data({ act, result, typed }, { status: statusOf[result] })
}

/** Finds the note about an act after its redirect to the page. */
export function actedIn({ searchParams }: URL, offered: readonly Act[]): Acted | undefined {
  for (const result of successes) {
    const act = offered.find((one) => one === searchParams.get(result))
    if (act !== undefined) return { act, result }
  }
  return undefined
}
