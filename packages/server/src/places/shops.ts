import type { Point } from '@nyanja/domain/places/map-cell'
import { searchable } from '@nyanja/domain/places/name-search'
import { computeOpenState, type OpenState, type ShopKind, shopTitle, type WeekMoment } from '@nyanja/domain/places/shop'
import type { PartOfTown } from './gazetteer.ts'
import type { Shop } from './place-source.ts'

const widestKm = 1000
const most = 100

interface ShopsOptions {
  readonly store: ShopStore
  readonly now: () => number
  /** Returns the market's local time and day of the week at a moment. */
  readonly weekMomentAt: (at: number) => WeekMoment
}

export class Shops {
  readonly #store: ShopStore
  readonly #options: ShopsOptions

  constructor(options: ShopsOptions) {
    this.#store = options.store
    this.#options = options
  }

  near({ radiusKm, limit, ...question }: NearQuestion): Promise<NearShop[]> {
    return this.#store.nearest({ ...question, radiusKm: Math.min(radiusKm, widestKm), limit: Math.min(limit, most) })
  }

  async shop(id: string): Promise<Shop | undefined> {
    return /^[a-z0-9]{1,20}$/.test(id) ? this.#store.shop(id) : undefined
  }

  /** Finds a shop by a text that is a prefix of its name. */
  async named(text: string, kind: ShopKind): Promise<Shop | undefined> {
    const words = searchable(text)
    const [first] = words.length < 3 ? [] : await this.#store.named({ words, kind, limit: 1 })
    return first
  }

  /** A shop named after its part of the town is a better position of it than the centre of the town. */
  async calledLike({ part, town }: PartOfTown, kind: ShopKind): Promise<Shop | undefined> {
    const shop = await this.named(part, kind)
    return shop?.town === town && searchable(shopTitle(shop.name)) === searchable(part) ? shop : undefined
  }

  /** The number of all shops, for lists with pages. */
  names(): Promise<Pick<Shop, 'id' | 'name'>[]> {
    return this.#store.names()
  }

  openState({ hours }: Pick<Shop, 'hours'>): OpenState {
    const { now, weekMomentAt } = this.#options
    return computeOpenState(hours, weekMomentAt(now()))
  }
}

export interface NearShop extends Shop {
  readonly distanceKm: number
}

export interface NearQuestion {
  readonly point: Point
  readonly kind: ShopKind
  readonly radiusKm: number
  readonly limit: number
}

/** Finds shops. */
export interface ShopStore {
  /** Lists the nearest shops first, up to a limit. */
  nearest(question: NearQuestion): Promise<NearShop[]>
  shop(id: string): Promise<Shop | undefined>
  /** Finds shops by a prefix of their names in any language, which are `searchable` texts. */
  named(question: { readonly words: string; readonly kind: ShopKind; readonly limit: number }): Promise<Shop[]>
  /** Lists all shops, by id. */
  names(): Promise<Pick<Shop, 'id' | 'name'>[]>
}
