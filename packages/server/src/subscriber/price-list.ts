import { type Bundle, groupByPeriod, sortByValidity } from '@nyanja/domain/bundles/bundle'
import {
  getTariffCategory,
  periodSlug,
  sortTariffs,
  type TariffCategory,
  type TariffOrder,
  tariffCategories,
} from '@nyanja/domain/bundles/tariffs'
import { isNamed, searchable } from '@nyanja/domain/places/name-search'

export interface TariffQuestion {
  readonly category?: TariffCategory
  /** The period as returned by `periodSlug`. */
  readonly period?: string
  /** A part of the name, as typed. */
  readonly words: string
  readonly order: TariffOrder
}

/** Lists every bundle on public sale. Sorted lists are cached, because many visitors request the same ones. */
export class PriceList {
  readonly categories: readonly TariffCategory[]
  /** The periods as named by the catalogue, known ones first. */
  readonly periods: readonly string[]
  readonly #all: readonly Bundle[]
  readonly #names: ReadonlyMap<Bundle, readonly string[]>
  readonly #sorted = new Map<string, readonly Bundle[]>()

  constructor(bundles: readonly Bundle[]) {
    this.#all = sortByValidity(bundles)
    this.#names = new Map(bundles.map((bundle) => [bundle, namesOf(bundle).map(searchable)]))
    const found = new Set(bundles.map(getTariffCategory))
    this.categories = tariffCategories.filter((category) => found.has(category))
    this.periods = groupByPeriod(bundles).map(({ period }) => period)
  }

  find({ words, ...question }: TariffQuestion): readonly Bundle[] {
    const bundles = this.#ofKind(question)
    const wanted = searchable(words)
    return wanted === ''
      ? bundles
      : bundles.filter((bundle) => this.#names.get(bundle)?.some((name) => isNamed(name, wanted)))
  }

  #ofKind({ category, period, order }: Omit<TariffQuestion, 'words'>): readonly Bundle[] {
    const key = JSON.stringify([category, period, order.column, order.direction])
    const known = this.#sorted.get(key)
    if (known !== undefined) return known
    const bundles = this.#all.filter(
      (bundle) =>
        (category === undefined || getTariffCategory(bundle) === category) &&
        (period === undefined || periodSlug(bundle) === period),
    )
    const sorted = sortTariffs(bundles, order)
    this.#sorted.set(key, sorted)
    return sorted
  }
}

/** Lists the names in every language of the catalogue, because visitors search for what they read. */
function namesOf({ name, translations = {} }: Bundle): readonly string[] {
  return [name, ...Object.values(translations).flatMap((words) => words.name ?? [])]
}
