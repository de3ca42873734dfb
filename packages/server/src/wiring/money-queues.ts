import { minute } from '@nyanja/domain/time'
import type { Messages, Outbox } from '../messages/messages.ts'
import type { Fulfilment } from '../payments/fulfilment.ts'
import type { Refunds } from '../payments/refunds.ts'
import type { Settlement } from '../payments/settlement.ts'
import { createQueue, type DueWork, type Queue } from '../payments/worker.ts'

interface DueWorkers {
  readonly gateways: readonly string[]
  readonly due: DueWork
  readonly settlement: Settlement
  readonly fulfilment: Fulfilment
  readonly refunds: Refunds
  readonly outbox: Outbox
  readonly messages: Messages
}

/** A lane for each party that may hang, so that none holds up the others. */
export function moneyQueues({ gateways, due, settlement, fulfilment, refunds, outbox, messages }: DueWorkers): Queue[] {
  return [
    ...gateways.flatMap((gateway) => [
      createQueue({
        name: `settle ${gateway}`,
        width: 32,
        leaseMs: 2 * minute,
        claim: (claim) => due.attempts(gateway, claim),
        work: (attempt) => settlement.checkPayment(attempt),
        again: ({ id }) => due.again('attempt', id),
      }),
      createQueue({
        name: `refund ${gateway}`,
        width: 4,
        leaseMs: 2 * minute,
        claim: (claim) => due.refunds(gateway, claim),
        work: (payment) => refunds.giveBack(payment),
        again: ({ attempt }) => due.again('refund', attempt.id),
      }),
    ]),
    createQueue({
      name: 'deliver',
      width: 32,
      leaseMs: 2 * minute,
      claim: (claim) => due.deliveries(claim),
      work: (delivery) => fulfilment.deliver(delivery),
      again: ({ attemptId }) => due.again('delivery', attemptId),
    }),
    createQueue({
      name: 'send messages',
      width: 10,
      leaseMs: minute,
      claim: (claim) => outbox.claim(claim),
      work: (message) => messages.send(message),
    }),
  ]
}
