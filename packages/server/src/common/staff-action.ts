/** A signed-in member of staff who acts in the console. Actions on the command line have none. */
export interface ActingStaff {
  /** The id that the identity provider gives. */
  readonly id: string
  readonly role: string
  /** The reason is one of the listed ones: the note beside it may be erased later. */
  readonly reason: string
}

/** The actor and the reason. `staff` has the reason from the list, `why` the note beside it. */
export interface ActedBy {
  readonly who: string
  readonly why: string
  readonly staff: ActingStaff
}

/** An act of staff on a payment or a method. */
export interface StaffAction {
  readonly at: number
  readonly who: string
  readonly action: string
  readonly subject: string
  /** The note as free text, empty once it was erased. */
  readonly why: string
  /** Both are missing on the command line. */
  readonly role?: string
  readonly reason?: string
}
