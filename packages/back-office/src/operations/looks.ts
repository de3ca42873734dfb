import { isPermitted, type Permission, permissions, type Staff } from '@nyanja/domain/staff/roles'
import { minute } from '@nyanja/domain/time'
import type { ActionLog } from './action-log.ts'

interface LooksOptions {
  readonly log: ActionLog
  readonly now: () => number
}

/** The names of looks in the log, and the permission by which each is made. */
const kinds = {
  payment: { action: 'payments look', permission: 'view-payment' },
  message: { action: 'messages look', permission: 'view-queues' },
  lead: { action: 'leads look', permission: 'view-queues' },
} as const satisfies Readonly<Record<string, { readonly action: string; readonly permission: Permission }>>

/** A page that is opened again so soon is the same look. */
const sameLookMs = 10 * minute

/** Records who looked at a customer's data. */
export class Looks {
  readonly #options: LooksOptions

  constructor(options: LooksOptions) {
    this.#options = options
  }

  async record(kind: keyof typeof kinds, subject: string, { id, name: who, roles }: Staff): Promise<void> {
    const { log, now } = this.#options
    const { action, permission } = kinds[kind]
    const recent = await log.list({ subject, staffId: id, from: now() - sameLookMs })
    if (recent.some((one) => one.action === action)) return
    const role = roles.find((one) => isPermitted([one], permission)) ?? permissions[permission][0]
    await log.record({ who, action, subject, why: '', staff: { id, role, reason: '' } })
  }
}
