import { timingSafeEqual } from 'node:crypto'

/** Takes as long for a near guess as for any other. */
export function isSameSecret(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
