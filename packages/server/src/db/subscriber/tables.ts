/** How far each client has used up what it may miss. */
export interface AttemptLimitTable {
  client: string
  whole_again_at: number
}

export interface SubscriberTables {
  attempt_limits: AttemptLimitTable
}
