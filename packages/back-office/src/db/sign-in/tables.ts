/** `digest` is that of the id. Times are epoch milliseconds. */
export interface StaffSessionTable {
  digest: string
  staff_id: string
  staff_name: string
  roles_json: string
  opened_at: number
  seen_at: number
}

export interface SignInTables {
  staff_sessions: StaffSessionTable
}
