import type { OpenDatabase } from '../../apps/portal/server/db/open.ts'
import type { PortalProcess } from './portal-process.ts'
import { type ProviderName, providerNames } from './provider-kinds.ts'

/** Where processes work. */
interface Workplace {
  begin(what: string, work: (process: PortalProcess) => Promise<unknown>): void
}

/** Kinds of due work, by the table that they stand in. */
export const lanes = ['attempts', 'deliveries', 'refunds'] as const
type Lane = (typeof lanes)[number]

const claim = { limit: 4, leaseMs: 120_000 }

const workOf: Readonly<Record<Lane, (world: Workplace) => void>> = {
  attempts: (world) =>
    forEachGateway(world, 'settle', async ({ due, settlement }, name) => {
      await Promise.all((await due.attempts(name, claim)).map((attempt) => settlement.settle(attempt)))
    }),
  deliveries: (world) =>
    world.begin('deliver', async ({ due, fulfilment }) => {
      await Promise.all((await due.deliveries(claim)).map((delivery) => fulfilment.deliver(delivery)))
    }),
  refunds: (world) =>
    forEachGateway(world, 'refund', async ({ due, refunds }, name) => {
      await Promise.all((await due.refunds(name, claim)).map((payment) => refunds.giveBack(payment)))
    }),
}

function forEachGateway(
  world: Workplace,
  what: string,
  work: (process: PortalProcess, name: ProviderName) => Promise<void>,
): void {
  for (const name of providerNames) world.begin(what, (process) => work(process, name))
}

/** One claim of something that is due, and its work. */
export function work(world: Workplace, lane: Lane): void {
  workOf[lane](world)
}

/** What a worker will find to do next, and when. */
export async function nextDue({
  db,
}: Pick<OpenDatabase, 'db'>): Promise<{ readonly lane: Lane; readonly at: number } | undefined> {
  const found = await Promise.all(
    lanes.map(async (lane) => {
      const rows = await db
        .selectFrom(lane)
        .select(['next_check_at', 'lease_until'])
        .where('next_check_at', 'is not', null)
        .execute()
      return rows.map(({ next_check_at, lease_until }) => ({
        lane,
        at: Math.max(Number(next_check_at), Number(lease_until)),
      }))
    }),
  )
  return found.flat().toSorted((left, right) => left.at - right.at)[0]
}
