import type { FieldKeys } from '@nyanja/server/common/field-keys'
import { type ApiAnswer, failed } from './api-answer.ts'

export interface MaybeSealed {
  readonly value: string
  /** Of the key that it is sealed with. Absent: it is clear. */
  readonly keyId?: string
  /** What it belongs to: sealed for one thing it is worth nothing for another. */
  readonly id: string
}

type Opened = { readonly value: string } | { readonly problem: ApiAnswer }

const problems = { unknown_key: 'unknown_key', unreadable: 'unreadable_field' } as const

/** Reads a field that channels may send clear or sealed. */
export function openField(keys: Pick<FieldKeys, 'open'>, { value, keyId, id }: MaybeSealed): Opened {
  if (keyId === undefined) return { value }
  const opening = keys.open(keyId, value)
  if (opening.outcome !== 'opened') return { problem: failed(problems[opening.outcome]) }
  const beginning = `v1|${id}|`
  return opening.text.startsWith(beginning)
    ? { value: opening.text.slice(beginning.length) }
    : { problem: failed('unreadable_field') }
}
