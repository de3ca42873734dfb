import type { PlaceTableName, PlaceTables } from './place-records.ts'

export interface FoundRow<Row> {
  /** Where an editor finds it. */
  readonly line: number
  readonly row: Row
}

export interface FoundTable<Row> {
  readonly rows: readonly FoundRow<Row>[]
  /** What could not be read, in words that name the place. */
  readonly faults: readonly string[]
}

/** Where the operator keeps his towns, shops and the like. */
export interface PlaceSource {
  /** Differs when `read` would answer otherwise; undefined where there is no such table. */
  version(table: PlaceTableName): Promise<string | undefined>
  read<Name extends PlaceTableName>(table: Name): Promise<FoundTable<PlaceTables[Name]>>
  /** Calls back after any of them changed; returns what ends the watch. */
  watch(changed: () => void): () => void
}
