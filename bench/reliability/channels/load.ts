import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../../environment/arrivals.ts'
import type { SandboxControl } from '../../environment/sandbox-control.ts'
import { ApiClient } from '../../environment/visitor.ts'
import { type Promises, runChannel } from './channel.ts'

export interface LoadOptions {
  /** Channels are spread over the portal's processes. */
  readonly origins: readonly string[]
  readonly sandbox: SandboxControl
  readonly channels: number
  readonly seed: number
  /** The time after which a channel repeats a call without an answer. */
  readonly channelTimeoutMs?: number
  /** Calls of one purchase before a channel gives it up. */
  readonly tries?: number
}

export interface Load {
  readonly promises: Promises
  /** Resolves when this many more payments were processed and the channels know it. */
  untilMore(payments: number): Promise<void>
  /** Begins nothing more and waits for calls in progress. */
  end(): Promise<void>
}

// The limit is for a hanging system, not for a busy machine.
const timeoutMs = 300_000

/** Channels that pay without pause until they are stopped. */
export function startLoad({ origins, sandbox, channels, seed, channelTimeoutMs = 4_000, tries }: LoadOptions): Load {
  const promises: Promises = { initiated: new Set(), processed: new Set(), abandoned: 0, refusals: new Map() }
  let isOver = false
  let line = Math.floor(seededRandom(seed)() * 900)
  const running = Array.from({ length: channels }, (_, index) =>
    runChannel({
      client: new ApiClient(origins[index % origins.length] ?? '', channelTimeoutMs),
      sandbox,
      random: seededRandom(seed + index + 1),
      promises,
      nextMsisdn: () => `999000${100 + (line++ % 900)}`,
      isOver: () => isOver,
      tries,
    }),
  )
  return {
    promises,
    async untilMore(payments) {
      const enough = promises.processed.size + payments
      const giveUpAt = performance.now() + timeoutMs
      while (promises.processed.size < enough) {
        if (performance.now() > giveUpAt) throw new Error(`No ${payments} payments in ${timeoutMs} ms`)
        await sleep(10)
      }
    },
    async end() {
      isOver = true
      await Promise.all(running)
    },
  }
}
