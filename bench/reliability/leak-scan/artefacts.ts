import type { Violation } from '../../invariants/invariants.ts'
import { findIn, type Kind, type PlantedValue } from './planted-values.ts'

/** Something that people other than the payer read. */
export interface Artefact {
  readonly place: Place
  /** For the report: the file, or the table and column. */
  readonly name: string
  readonly text: string
}

export type Place = 'log' | 'metrics' | 'api error' | 'page error' | 'column' | 'personal column' | 'database file'

const none: readonly Kind[] = []

/** What may stand where. A page says again what its visitor typed and links on; an API error may name its payment. */
const mayStandIn: Readonly<Record<Place, readonly Kind[]>> = {
  log: none,
  metrics: none,
  'api error': ['link'],
  'page error': ['personal', 'link'],
  column: ['link'],
  'personal column': ['personal', 'link'],
  'database file': ['personal', 'link'],
}

const contextLength = 60

/** One violation for each planted value in each place where it must not be. */
export function findLeaks(
  artefacts: readonly Artefact[],
  plantedValues: readonly PlantedValue[],
): readonly Violation[] {
  return artefacts.flatMap(({ place, name, text }) => {
    const forbidden = plantedValues.filter(({ kind }) => !mayStandIn[place].includes(kind))
    return forbidden.flatMap((mutated) => {
      const at = findIn(text, mutated.value)
      if (at < 0) return []
      const context = text.slice(Math.max(0, at - contextLength), at + contextLength).replaceAll('\n', ' ')
      return [
        {
          invariant: 'what is secret or personal stays where it belongs',
          id: name,
          what: `${mutated.name} in … ${context} …`,
        },
      ]
    })
  })
}

/** The same artefacts with one leak in each: a search that does not find it would find nothing. */
export function plantLeaks(
  artefacts: readonly Artefact[],
  plantedValues: readonly PlantedValue[],
): readonly Artefact[] {
  return artefacts.map((artefact, index) => {
    const forbidden = plantedValues.filter(({ kind }) => !mayStandIn[artefact.place].includes(kind))
    const mutated = forbidden[index % forbidden.length]
    const middle = Math.floor(artefact.text.length / 2)
    const leak = ` ${mutated?.value ?? ''} `
    return { ...artefact, text: artefact.text.slice(0, middle) + leak + artefact.text.slice(middle) }
  })
}
