import { PortalError } from '@nyanja/domain/errors'
import { z } from 'zod'
import type { TmfApi } from './tmf/profile.ts'

/** A place at which the BSS broke its contract: names of the standard, never received values. */
export interface ContractFault {
  readonly api: TmfApi
  /** The call, such as `GET bucket`. */
  readonly call: string
  /** A path in the answer, or one of `contractFaults`. */
  readonly field: string
}

/** The faults that break the contract and are no fields. */
export const contractFaults = {
  filter: '(filter ignored)',
  offset: '(offset ignored)',
  missing: '(rows missing)',
  endless: '(no end of pages)',
  reference: '(reference refused)',
  hidden: '(no row with our reference field)',
} as const

export type ReportFault = (field: string) => void

const pathOf = (path: readonly PropertyKey[]) =>
  path.map((key) => (typeof key === 'number' ? '[]' : String(key))).join('.') || '(whole)'

export const pathsOf = ({ issues }: z.core.$ZodError): readonly string[] => issues.map(({ path }) => pathOf(path))

/** The paths of fields that were sent and could not be read: their schema makes them absent. */
function lostFields(sent: unknown, read: unknown, path: readonly PropertyKey[] = []): readonly string[] {
  if (sent === null || sent === undefined) return []
  if (read === undefined) return [pathOf(path)]
  if (Array.isArray(read)) {
    const elements: readonly unknown[] = Array.isArray(sent) ? sent : [sent]
    if (elements.length !== read.length) return [pathOf([...path, 0])]
    return read.flatMap((one: unknown, at) => lostFields(elements[at], one, [...path, at]))
  }
  if (typeof read !== 'object' || read === null || typeof sent !== 'object') return []
  const given = new Map<string, unknown>(Object.entries(sent))
  return Object.entries(read).flatMap(([key, value]) => lostFields(given.get(key), value, [...path, key]))
}

/** Reads one resource and reports every field that breaks the contract. */
export function reading<Row>(schema: z.ZodType<Row>, report: ReportFault): z.ZodType<Row> {
  return z.unknown().transform((sent, context) => {
    // Some servers wrap the one resource in an array.
    const one: unknown = Array.isArray(sent) && sent.length === 1 ? sent[0] : sent
    const { success, data, error } = schema.safeParse(one)
    for (const field of new Set(success ? lostFields(one, data) : pathsOf(error))) report(field)
    if (success) return data
    return failAt(context, error, one)
  })
}

function failAt({ issues }: Pick<z.core.$RefinementCtx, 'issues'>, error: z.core.$ZodError, input: unknown): never {
  for (const { path, message } of error.issues) issues.push({ code: 'custom', path: [...path], message, input })
  return z.NEVER
}

/** A row where it can be read, and the id that tells it apart when it arrives twice. */
export interface ReadRow<Row> {
  readonly key: string
  readonly row: Row | undefined
}

/**
 * Reads a page: undefined without a body. An unreadable row is left out, and the others are kept; a page of unreadable
 * rows alone breaks the contract as a whole.
 */
export function readingRows<Row>(
  schema: z.ZodType<Row>,
  report: ReportFault,
): z.ZodType<readonly ReadRow<Row>[] | undefined> {
  const one = reading(schema, report)
  return z
    .array(z.unknown())
    .optional()
    .transform((sent, context) => {
      if (sent === undefined) return undefined
      const results = sent.map((row) => ({ key: keyOf(row), result: one.safeParse(row) }))
      const [first] = results
      if (first?.result.error !== undefined && results.every(({ result }) => !result.success)) {
        return failAt(context, first.result.error, sent)
      }
      return results.map(({ key, result }) => ({ key, row: result.data }))
    })
}

const Identified = z.object({ id: z.union([z.string(), z.number()]) })

function keyOf(row: unknown): string {
  const { data } = Identified.safeParse(row)
  return data === undefined ? JSON.stringify(row) : String(data.id)
}

export const broken = (text: string) => new PortalError('provider_broke_contract', `bss ${text}`)
