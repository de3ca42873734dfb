import { type Bundle, sortByValidity } from '@nyanja/domain/bundle'
import type { LineType } from '@nyanja/domain/line'
import type { BundleSource } from './bundle-source.ts'
import { PriceList } from './price-list.ts'
import { rememberFor } from './remember.ts'

export interface BundlesOptions {
  readonly source: BundleSource
  readonly hidePostpaid: boolean
  readonly now: () => number
}

const rememberMs = 60_000

/** What the market sells. Prices come from here, never from a browser. */
export class Bundles {
  readonly #hidePostpaid: boolean
  readonly #catalogue: () => Promise<readonly Bundle[]>
  readonly #priceLists = new WeakMap<readonly Bundle[], PriceList>()

  constructor({ source, hidePostpaid, now }: BundlesOptions) {
    this.#hidePostpaid = hidePostpaid
    const read = rememberFor({ ms: rememberMs, entries: 1, now, read: () => source.bundles() })
    this.#catalogue = () => read('catalogue')
  }

  /** Shortest first, those that never end last. */
  async forLine(lineType: LineType): Promise<readonly Bundle[]> {
    if (this.#isHidden(lineType)) return []
    const bundles = await this.#catalogue()
    return sortByValidity(bundles.filter((bundle) => bundle.lineType === lineType && bundle.category !== 'broadband'))
  }

  async bundle(productCode: string, lineType: LineType): Promise<Bundle | undefined> {
    return (await this.forLine(lineType)).find((bundle) => bundle.productCode === productCode)
  }

  /** Of all lines and services; made once for as long as the catalogue is remembered. */
  async priceList(): Promise<PriceList> {
    const bundles = await this.#catalogue()
    const known = this.#priceLists.get(bundles)
    if (known !== undefined) return known
    const list = new PriceList(bundles.filter(({ lineType }) => !this.#isHidden(lineType)))
    this.#priceLists.set(bundles, list)
    return list
  }

  #isHidden(lineType: LineType): boolean {
    return lineType !== 'PREPAID' && this.#hidePostpaid
  }
}
