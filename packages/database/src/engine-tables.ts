/** The tables that the engine itself reads and writes; the migrations of the product make them. */
export interface EngineTables {
  readonly migration: MigrationTable
  data_keys: DataKeyTable
  database_servers: DatabaseServerTable
}

export interface MigrationTable {
  readonly name: string
  readonly applied_at: number
}

/** The known facts about the server of a PostgreSQL, each named by `what`. */
export interface DatabaseServerTable {
  what: string
  identity: string
}

export interface DataKeyTable {
  id: string
  /** A known text, encrypted with the key. */
  sample: string
}
