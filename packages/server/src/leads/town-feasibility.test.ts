import { describe, expect, it } from 'vitest'
import { describeFeasibilitySource } from './feasibility-source.contract.ts'
import type { LeadAddress } from './lead.ts'
import { createTownFeasibility } from './town-feasibility.ts'

const at = (city: string): LeadAddress => ({ street1: 'Plot 4', city, country: 'Malawi' })
const towns = [
  { name: 'Zomba', aliases: ['Zomba City'], hasHomeInternet: true },
  { name: 'Dowa', aliases: [], hasHomeInternet: false },
  { name: 'São Jorge', aliases: [], hasHomeInternet: true },
]

describeFeasibilitySource('the table of towns', async () => ({
  feasibility: createTownFeasibility(() => towns),
  places: {
    served: { ...at('Zomba'), lat: -15.38, lng: 35.33, point: 'geocoded' },
    servedWithoutPoint: at('Zomba'),
    outside: at('Dowa'),
    unknownTown: at('Atlantis'),
  },
  troubles: [],
}))

describe('a town in the table', () => {
  const feasibility = createTownFeasibility(() => towns)

  it.each(['zomba', ' ZOMBA city ', 'Sao-Jorge'])('is found in the spelling %j', async (city) => {
    expect(await feasibility.check({ ...at(city), id: 'lead-1' })).toEqual({ outcome: 'feasible' })
  })

  it('is covered as soon as the table says so', async () => {
    const changing = { name: 'Dowa', aliases: [], hasHomeInternet: false }
    const source = createTownFeasibility(() => [changing])
    expect(await source.check({ ...at('Dowa'), id: 'lead-1' })).toEqual({ outcome: 'not_feasible' })
    changing.hasHomeInternet = true
    expect(await source.check({ ...at('Dowa'), id: 'lead-1' })).toEqual({ outcome: 'feasible' })
  })
})
