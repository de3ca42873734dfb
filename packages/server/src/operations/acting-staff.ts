/** A signed-in member of staff who acts in the console. Actions on the command line have none. */
export interface ActingStaff {
  /** The id that the identity provider gives. */
  readonly id: string
  readonly role: string
  /** One of the listed reasons: the note beside it may be erased later. */
  readonly reason: string
}
