import { describe, expect, it } from 'vitest'
import type { TimeoutName } from '../common/timeouts.contract.ts'
import type { LeadAddress } from './lead.ts'
import type { FeasibilityResult, FeasibilitySource } from './town-feasibility.ts'

export interface FeasibilityFixture {
  readonly feasibility: FeasibilitySource
  readonly places: {
    readonly served: LeadAddress
    /** An unknown place in the same town. */
    readonly servedWithoutPoint: LeadAddress
    readonly outside: LeadAddress
    readonly unknownTown: LeadAddress
  }
  /** The ways in which the source can be made unreachable; the portal's own table has none. */
  readonly troubles: readonly (readonly [what: string, trouble: () => Promise<unknown>])[]
}

const placeIn = (place: LeadAddress) => ({ ...place, id: 'lead-1' })

/** Describes the contract of every source of home internet feasibility. */
export function describeFeasibilitySource(
  name: string,
  open: (timeout: TimeoutName) => Promise<FeasibilityFixture>,
): void {
  describe(`${name} as a source of home internet feasibility`, () => {
    it('covers a served address, with or without a point on the map', async () => {
      const { feasibility, places } = await open('usual')
      expect(await feasibility.check(placeIn(places.served))).toEqual({ outcome: 'feasible' })
      expect(await feasibility.check(placeIn(places.servedWithoutPoint))).toEqual({ outcome: 'feasible' })
    })

    it('reports an address that is not covered', async () => {
      const { feasibility, places } = await open('usual')
      expect(await feasibility.check(placeIn(places.outside))).toMatchObject({ outcome: 'not_feasible' })
      expect(await feasibility.check(placeIn(places.unknownTown))).toMatchObject({ outcome: 'not_feasible' })
    })

    it('returns unknown for any failure, rather than a guess', async () => {
      const { feasibility, places, troubles } = await open('short')
      for (const [what, trouble] of troubles) {
        await trouble()
        const result: FeasibilityResult = await feasibility.check(placeIn(places.served))
        expect([what, result.outcome]).toEqual([what, 'unknown'])
      }
      expect(await feasibility.check(placeIn(places.served))).toEqual({ outcome: 'feasible' })
    })
  })
}
