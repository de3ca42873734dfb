import { searchable } from '@nyanja/domain/places/name-search'
import type { LeadAddress } from './lead.ts'

interface Town {
  readonly name: string
  readonly aliases: readonly string[]
  readonly hasHomeInternet: boolean
}

/** Makes a source that answers for whole towns, from the operator's own table. An unknown town is not covered. */
export function createTownFeasibility(towns: () => readonly Town[]): FeasibilitySource {
  return {
    async check({ city }) {
      const wanted = searchable(city)
      const isMeant = ({ name, aliases }: Town) => [name, ...aliases].some((one) => searchable(one) === wanted)
      const isReached = towns().some((town) => town.hasHomeInternet && isMeant(town))
      return { outcome: isReached ? 'feasible' : 'not_feasible' }
    },
  }
}

export type FeasibilityResult =
  | { readonly outcome: 'feasible' }
  | { readonly outcome: 'not_feasible'; readonly reason?: string }
  | { readonly outcome: 'unknown' }

/** Determines whether home internet is available at a place. */
export interface FeasibilitySource {
  /** With `unknown` there is no answer at present. */
  check(place: LeadAddress & { readonly id: string }): Promise<FeasibilityResult>
}
