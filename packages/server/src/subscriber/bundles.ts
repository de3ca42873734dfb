import { type Bundle, isForBroadband, sortByValidity } from '@nyanja/domain/bundles/bundle'
import type { LineType } from '@nyanja/domain/numbers/msisdn'
import { minute } from '@nyanja/domain/time'
import { createRecall } from '../common/cache.ts'
import { PriceList } from './price-list.ts'

interface BundlesOptions {
  readonly source: BundleSource
  readonly hidePostpaid: boolean
  /** Whether bundles are sold; if not, they are listed with their prices, and no line can buy them. */
  readonly areSold: boolean
  readonly now: () => number
}

/** The properties of a line that determine its bundles. */
export interface BuyingLine {
  readonly lineType: LineType
  readonly isBroadband: boolean
}

const rememberMs = minute
const none: readonly Bundle[] = []

/** Lists the bundles of the market. Prices come from here, never from a browser. */
export class Bundles {
  readonly #hidePostpaid: boolean
  readonly #areSold: boolean
  readonly #catalogue: () => Promise<readonly Bundle[]>
  readonly #lists = new WeakMap<readonly Bundle[], ReadonlyMap<string, readonly Bundle[]>>()
  readonly #priceLists = new WeakMap<readonly Bundle[], PriceList>()

  constructor({ source, hidePostpaid, areSold, now }: BundlesOptions) {
    this.#hidePostpaid = hidePostpaid
    this.#areSold = areSold
    const read = createRecall({ ms: rememberMs, entries: 1, now, read: () => source.bundles() })
    this.#catalogue = () => read('catalogue')
  }

  /** Lists the shortest first, unlimited ones last. The array is the same until the catalogue is read again. */
  async forLine(line: BuyingLine): Promise<readonly Bundle[]> {
    if (!this.#areSold || this.#isHidden(line.lineType)) return none
    const bundles = await this.#catalogue()
    const lists = this.#lists.get(bundles) ?? listsOf(bundles)
    this.#lists.set(bundles, lists)
    return lists.get(listNameOf(line)) ?? none
  }

  async bundle(productCode: string, line: BuyingLine): Promise<Bundle | undefined> {
    return (await this.forLine(line)).find((bundle) => bundle.productCode === productCode)
  }

  /** Lists the bundles of all lines and services, computed once for each reading of the catalogue. */
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

function listsOf(bundles: readonly Bundle[]): ReadonlyMap<string, readonly Bundle[]> {
  return Map.groupBy(sortByValidity(bundles), (bundle) =>
    listNameOf({ lineType: bundle.lineType, isBroadband: isForBroadband(bundle) }),
  )
}

const listNameOf = ({ lineType, isBroadband }: BuyingLine) => `${lineType} ${isBroadband ? 'broadband' : 'mobile'}`

/** Provides every bundle of the market, of all line types and services. */
export interface BundleSource {
  bundles(): Promise<readonly Bundle[]>
}
