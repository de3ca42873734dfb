import { sendOwed } from './customers.ts'
import { nextDue, work } from './workers.ts'
import type { World } from './world.ts'

const hour = 3_600_000

/** Does all work that is due until then, in its time. */
export async function workUntil(world: World, end: number): Promise<void> {
  await world.finish()
  for (;;) {
    const due = await nextDue(world.database)
    if (due === undefined || due.at > end) return
    await world.pass(Math.max(0, due.at - world.now()))
    work(world, due.queue)
    await world.finish()
  }
}

/** Visitors and staff stop and no call fails: all work due in a day is done, and the rest is in review. */
export async function finishEverything(world: World): Promise<void> {
  world.injectedFaults.end()
  await world.finish()
  sendOwed(world)
  await workUntil(world, world.now() + 26 * hour)
}
