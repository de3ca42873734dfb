/** What people of the operator do with an order, what they must say with it, and what they may. */
export const moves = [
  { name: 'checked', words: 'Checked', status: 'inProgress' },
  { name: 'visit', words: 'Plan the visit', status: 'inProgress', needs: 'day' },
  { name: 'hold', words: 'Put on hold', status: 'pending', needs: 'reason' },
  { name: 'installed', words: 'Installed', status: 'accepted' },
  { name: 'refuse', words: 'Refuse', status: 'rejected', needs: 'reason' },
  { name: 'cancel', words: 'Cancel', status: 'cancelled', takes: 'reason' },
] as const

export type Move = (typeof moves)[number]

export const ends: readonly string[] = ['accepted', 'rejected', 'cancelled']

const statusWords: Readonly<Record<string, string>> = {
  acknowledged: 'Received',
  inProgress: 'Being worked on',
  pending: 'On hold',
  accepted: 'Installed',
  rejected: 'Refused',
  cancelled: 'Cancelled',
}

export const statusWord = (status: string): string => statusWords[status] ?? status
