/** How far each client has used up what it may miss. */
export interface MissBudgetTable {
  client: string
  whole_again_at: number
}

export interface SubscriberTables {
  miss_budgets: MissBudgetTable
}
