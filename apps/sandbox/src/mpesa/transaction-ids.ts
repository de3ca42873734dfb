import { randomBytes, randomInt } from 'node:crypto'

const letters = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Ten characters, as customers read them in the SMS: `8HN3K27QZP`. */
export const newTransactionId = (): string =>
  Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')

/** `AG_20261120_00004d1f0c6b7e9a2f33` */
export function newConversationId(at: Date): string {
  const day = at.toISOString().slice(0, 10).replaceAll('-', '')
  return `AG_${day}_0000${randomBytes(8).toString('hex')}`
}
