import { type Migration, migrate } from '@nyanja/database/migrate'
import type { OpenDatabase } from '../schema.ts'
import { up as schema } from './0001-schema.ts'
import { up as staffWork } from './0003-staff-work.ts'
import { up as staffRequests } from './0005-staff-requests.ts'
import { up as consoleSessions } from './0006-console-sessions.ts'
import { up as finance } from './0007-finance.ts'
import { up as reconciliation } from './0008-reconciliation.ts'
import { up as returns } from './0009-returns.ts'
import { up as financeChecks } from './0010-finance-checks.ts'
import { up as dataKeys } from './0011-data-keys.ts'
import { up as eventMonths } from './0012-event-months.ts'
import { up as valueGiven } from './0013-value-given.ts'
import { up as receivedMoney } from './0014-received-money.ts'
import { up as changedFigures } from './0015-changed-figures.ts'
import { up as withdrawnImports } from './0016-withdrawn-imports.ts'
import { up as unreadLines } from './0017-unread-lines.ts'
import { up as takebacks } from './0018-takebacks.ts'
import { up as shopTexts } from './0019-shop-texts.ts'
import { up as reminders } from './0020-reminders.ts'
import { up as giftMessages } from './0021-gift-messages.ts'
import { up as orderItems } from './0022-order-items.ts'

/** The migrations in the order in which they are applied. */
export const migrations: readonly Migration[] = [
  { name: '0001-schema', up: schema },
  { name: '0003-staff-work', up: staffWork },
  { name: '0005-staff-requests', up: staffRequests },
  { name: '0006-console-sessions', up: consoleSessions },
  { name: '0007-finance', up: finance },
  { name: '0008-reconciliation', up: reconciliation },
  { name: '0009-returns', up: returns },
  { name: '0010-finance-checks', up: financeChecks },
  { name: '0011-data-keys', up: dataKeys },
  { name: '0012-event-months', up: eventMonths },
  { name: '0013-value-given', up: valueGiven },
  { name: '0014-received-money', up: receivedMoney },
  { name: '0015-changed-figures', up: changedFigures },
  { name: '0016-withdrawn-imports', up: withdrawnImports },
  { name: '0017-unread-lines', up: unreadLines },
  { name: '0018-takebacks', up: takebacks },
  { name: '0019-shop-texts', up: shopTexts },
  { name: '0020-reminders', up: reminders },
  { name: '0021-gift-messages', up: giftMessages },
  { name: '0022-order-items', up: orderItems },
]

/**
 * The first migration of releases before 1.0. Their tables have other names, and no migration leads from them to the
 * current ones.
 */
const earlierFirst = '0001-payments'

function refuseEarlierSchema(applied: readonly { readonly name: string }[]): void {
  if (applied.some(({ name }) => name === earlierFirst))
    throw new Error(
      'This database belongs to a release before 1.0 and was left as it is: this release begins with an empty database',
    )
}

/** Applies the missing migrations of this release, all or none, and returns their names. */
export const migrateTables = (database: OpenDatabase): Promise<string[]> =>
  migrate(database, migrations, { refuse: refuseEarlierSchema })

/** Checks for processes that never create or change tables: that is for `migrate`, and for the portal. */
export async function assertIsOfRelease({ db }: OpenDatabase, name: string): Promise<void> {
  const applied = await db.selectFrom('migration').select('name').execute().catch(refuse)
  refuseEarlierSchema(applied)
  const missing = migrations.filter((migration) => applied.every((one) => one.name !== migration.name))
  if (missing.length > 0)
    throw new Error(`${name} lacks ${missing.length} migrations of this release: migrate it first`)

  function refuse(error: unknown): never {
    const reason = error instanceof Error ? error.message : error
    throw new Error(`${name} cannot be read, or holds no portal: ${reason}`, { cause: error })
  }
}
