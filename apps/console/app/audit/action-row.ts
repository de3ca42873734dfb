import type { LoggedAction } from '@nyanja/back-office/operations/action-log'
import { withoutNumbers } from '@nyanja/domain/help'
import type { Clock } from '@nyanja/web/format/clock'
import { z } from 'zod'
import type { Texts } from '../texts.ts'
import { textOf } from '../ui/text-of.ts'

const TextsByLanguage = z.record(z.string(), z.string())

/** Texts by language are stored as JSON; everything else is a sentence. */
function detailText(detail: string): string {
  return detail.startsWith('{') ? Object.values(TextsByLanguage.parse(JSON.parse(detail))).join(' / ') : detail
}

/** An action as a row: its note without numbers and e-mail addresses, its time as text. */
export function toActionRow(action: LoggedAction, { clock, texts }: { readonly clock: Clock; readonly texts: Texts }) {
  const { id, at, who, subject, why, detail, staff_id, role, reason } = action
  const { audit, payment, acts, shell } = texts
  return {
    ...{ id, who, subject, staffId: staff_id ?? undefined, time: clock.exact(at) },
    role: role === null ? audit.commandLine : textOf(shell.roles, role),
    what: textOf({ ...payment.actions, ...audit.actions }, action.action),
    reason: reason === null || reason === '' ? '' : textOf(acts.reasons, reason),
    note: withoutNumbers(why, '•••'),
    detail: detailText(detail ?? ''),
  }
}

export type ActionRow = ReturnType<typeof toActionRow>
