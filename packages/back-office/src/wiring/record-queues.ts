import type { Queue } from '@nyanja/server/common/work-queue'
import type { Market } from '@nyanja/server/settings/market'
import { createOperationStores } from '../db/operations/stores.ts'
import { createCloseCheckQueue } from '../finance/close-checks.ts'
import { createClosingQueue } from '../finance/closing.ts'
import { ActionLog } from '../operations/action-log.ts'
import { createRetentionQueue, Retention } from '../operations/retention.ts'
import { createComparisonQueue } from '../reconciliation/reconciliation.ts'
import { createFinance } from './finance.ts'
import { createComparison, type ReconciliationOptions } from './reconciliation.ts'

interface RecordOptions extends Pick<ReconciliationOptions, 'database' | 'now'> {
  readonly market: Market
}

/** Creates the queues that close days, compare settlement files, and delete rows past their retention. */
export function createRecordQueues({ database, market, now }: RecordOptions): readonly Queue[] {
  const { retention: store, actionLog } = createOperationStores(database, now)
  const log = new ActionLog({ store: actionLog, now })
  const retention = new Retention({ store, sealDays: () => log.sealDays() })
  const { closing, checks } = createFinance({ database, market, now })
  return [
    createClosingQueue({ closing, now }),
    createCloseCheckQueue({ checks, now }),
    createComparisonQueue({ reconciliation: createComparison({ database, now, market }), now }),
    createRetentionQueue({ retention, now }),
  ]
}
