import type { OpenDatabase } from '@nyanja/server/db/schema'
import { type ProviderName, providerNames } from './injected-faults.ts'
import { leaseMs, type PortalProcess } from './portal-process.ts'

interface WorkerContext {
  begin(what: string, work: (process: PortalProcess) => Promise<unknown>): void
}

/** Kinds of due work are keyed by table. */
export const queues = ['attempts', 'deliveries', 'refunds', 'credits', 'takebacks'] as const
type Queue = (typeof queues)[number]

const claim = { limit: 4, leaseMs }

const workOf: Readonly<Record<Queue, (world: WorkerContext) => void>> = {
  attempts: (world) =>
    forEachGateway(world, 'check', async ({ due, statusChecks }, name) => {
      await Promise.all((await due.attempts(name, claim)).map((attempt) => statusChecks.checkPayment(attempt)))
    }),
  deliveries: (world) =>
    world.begin('deliver', async ({ due, deliveries }) => {
      await Promise.all((await due.deliveries(claim)).map((delivery) => deliveries.deliver(delivery)))
    }),
  credits: (world) =>
    world.begin('credit', async ({ due, credits }) => {
      await Promise.all((await due.credits(claim)).map((credit) => credits.deliver(credit)))
    }),
  takebacks: (world) =>
    world.begin('take back', async ({ due, takebacks }) => {
      await Promise.all((await due.takebacks(claim)).map((takeback) => takebacks.process(takeback)))
    }),
  refunds: (world) =>
    forEachGateway(world, 'refund', async ({ due, refunds }, name) => {
      await Promise.all((await due.refunds(name, claim)).map((payment) => refunds.processRefund(payment)))
    }),
}

function forEachGateway(
  world: WorkerContext,
  what: string,
  work: (process: PortalProcess, name: ProviderName) => Promise<void>,
): void {
  for (const name of providerNames) world.begin(what, (process) => work(process, name))
}

/** The function makes one claim of due work, and does the work. */
export function work(world: WorkerContext, queue: Queue): void {
  workOf[queue](world)
}

/** Finds the next due work, and when it is due. */
export async function nextDue({
  db,
}: Pick<OpenDatabase, 'db'>): Promise<{ readonly queue: Queue; readonly at: number } | undefined> {
  const found = await Promise.all(
    queues.map(async (queue) => {
      const rows = await db
        .selectFrom(queue)
        .select(['next_check_at', 'lease_until'])
        .where('next_check_at', 'is not', null)
        .execute()
      return rows.map(({ next_check_at, lease_until }) => ({
        queue,
        at: Math.max(Number(next_check_at), Number(lease_until)),
      }))
    }),
  )
  return found.flat().toSorted((left, right) => left.at - right.at)[0]
}
