import type { District, PlaceTableName, PlaceTables, Town } from './place-records.ts'

export interface KeptTable {
  readonly version: string
  /** Epoch milliseconds. */
  readonly changedAt: number
}

/** Keeps what the operator's tables say. */
export interface PlaceStore {
  kept(table: PlaceTableName): Promise<KeptTable | undefined>
  /**
   * All rows instead of the earlier ones, in one step, unless another process has kept this version. Rows that are the
   * same stay untouched. Answers with how many changed.
   */
  keep<Name extends PlaceTableName>(table: Name, rows: readonly PlaceTables[Name][], version: string): Promise<number>
  districts(): Promise<District[]>
  towns(): Promise<Town[]>
}
