import type { ActionFilter } from '@nyanja/back-office/operations/action-log'
import { addDays, daysBetween } from '@nyanja/domain/reconciliation/records'
import { z } from 'zod'
import type { Console } from '../../server/console.ts'

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
const day = z.string().refine(isDay)

/** References, ids and names of methods: never a telephone number, an account or an e-mail address. */
const subject = z
  .string()
  .trim()
  .regex(/^(?=.*[A-Za-z])[\w .:-]{2,60}$/)

/** What a form or an address asks for. */
const Typed = z.object({
  person: z.string().max(200).optional(),
  subject: subject.optional(),
  day: day.optional(),
})

export type AuditFilter = z.infer<typeof Typed>

const given = (fields: Iterable<readonly [string, unknown]>) =>
  Object.fromEntries([...fields].filter(([, value]) => value !== ''))

export function readFilter(fields: Iterable<readonly [string, unknown]>): AuditFilter | undefined {
  return Typed.safeParse(given(fields)).data
}

export const auditHref = (filter: AuditFilter): string => {
  const query = Object.entries(filter).filter(([, value]) => value !== undefined)
  return query.length === 0 ? '/audit' : `/audit?${new URLSearchParams(Object.fromEntries(query))}`
}

type Days = Pick<Console, 'startOfDay'>

/** Returns the range from the first moment of a day of the market to that of the day after. */
export function periodOf(from: string, until: string, { startOfDay }: Days) {
  return { from: startOfDay(from), until: startOfDay(addDays(until, 1)) }
}

export function actionFilter({ person, subject: about, day: date }: AuditFilter, days: Days): ActionFilter {
  return {
    ...(person !== undefined && { staffId: person }),
    ...(about !== undefined && { subject: about }),
    ...(date !== undefined && periodOf(date, date, days)),
  }
}

const mostDays = 31

const Export = z.object({ ...Typed.shape, from: day, until: day })

/** Reads the range; it is undefined for more than a month, and for what cannot be read. */
export function readExport(fields: Iterable<readonly [string, unknown]>) {
  const { data } = Export.safeParse(given(fields))
  if (data === undefined) return undefined
  const days = daysBetween(data.from, data.until) + 1
  return days >= 1 && days <= mostDays ? data : undefined
}
