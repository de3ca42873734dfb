/** Orders for internet at home that are under way. What was typed stands in one column, which is emptied when it is sent. */
export interface LeadDraftTable {
  id: string
  version: number
  channel: string
  language: string
  answers_json: string
  lead_json: string | null
  created_at: number
  expires_at: number
}

export interface DraftTables {
  lead_drafts: LeadDraftTable
}
