/** Every table, in the words of its columns. Times are epoch milliseconds, money is whole minor units. */
export interface Database {
  readonly migration: MigrationTable
}

interface MigrationTable {
  readonly name: string
  readonly applied_at: number
}
