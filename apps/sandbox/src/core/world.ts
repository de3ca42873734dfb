import { Callbacks } from './callbacks.ts'
import { Faults } from './faults.ts'
import { type MarketName, markets } from './market.ts'
import type { Addresses, World } from './simulator.ts'

export interface WorldOptions {
  readonly market?: MarketName
  readonly now?: () => Date
  readonly random?: () => number
  readonly timeScale?: number
  readonly portalUrl?: string
  readonly changed?: () => void
}

export function createWorld({ now = () => new Date(), random, timeScale = 1, ...rest }: WorldOptions = {}): World {
  const { portalUrl = 'http://localhost:3000', changed = () => {}, market = 'mw' } = rest
  const faults = new Faults(random)
  const addresses: Addresses = { sandboxUrl: '', bankUrl: '', smppPort: 0, mailPort: 0, portalUrl }
  return {
    market: markets[market],
    faults,
    now,
    timeScale,
    addresses,
    changed,
    callbacks: new Callbacks({ faults, now, timeScale }),
  }
}
