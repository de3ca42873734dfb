/** A day whose actions are sealed: `digest` covers them and the digest of the day before. */
export interface ActionDayTable {
  day: string
  from_at: number
  until_at: number
  actions: number
  digest: string
  previous: string
}

/** The member of staff who works on a subject of a queue. */
export interface TakenWorkTable {
  queue: string
  subject: string
  staff_id: string
  staff_name: string
  at: number
}

/** A search of a member of staff. */
export interface KeptSearchTable {
  id: string
  staff_id: string
  typed_json: string
  at: number
}

export interface OperationTables {
  kept_searches: KeptSearchTable
  action_days: ActionDayTable
  taken_work: TakenWorkTable
  retention_marks: { kind: string; up_to: number }
}
