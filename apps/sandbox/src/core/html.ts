import { Callbacks } from './callbacks.ts'
import { Faults } from './faults.ts'
import { type Market, type MarketName, markets } from './market.ts'
import type { Addresses, World } from './simulator.ts'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Markup that is safe to send unescaped. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

type Value = Html | string | number | false | undefined | readonly Value[]

function markupOf(value: Value): string {
  if (value instanceof Html) return value.markup
  if (value === undefined || value === false) return ''
  if (typeof value === 'object') return value.map(markupOf).join('')
  return String(value).replace(/[&<>"']/g, (character) => escapes[character] ?? '')
}

/** Builds markup in which every value is escaped unless it is markup. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(strings.map((text, at) => text + markupOf(values[at])).join(''))
}

/** Reads a text of our own source files, such as the style sheet. */
export function trusted(markup: string): Html {
  return new Html(markup)
}

interface WorldOptions {
  readonly market?: MarketName | Market
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
    market: typeof market === 'string' ? markets[market] : market,
    faults,
    now,
    timeScale,
    addresses,
    changed,
    callbacks: new Callbacks({ faults, now, timeScale }),
  }
}
