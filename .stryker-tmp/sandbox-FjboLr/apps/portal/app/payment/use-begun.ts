// @ts-nocheck
import { useEffect, useState } from 'react'
import type { BegunHere } from './start-view.ts'

const name = 'begun'
/** After this a provider has decided, or the payment's own page says more. */
const holdMs = 15 * 60_000

/** Remembered by the tab alone: a number tells nobody who pays, and the server is told nothing. */
function earlierOf({ thing, order }: BegunHere): string | undefined {
  try {
    const [its, earlier, at] = (sessionStorage.getItem(name) ?? '').split(' ')
    const isHeld = Date.now() - Number(at) < holdMs
    return its === thing && earlier !== order && isHeld ? earlier : undefined
  } catch {
    return undefined
  }
}

/** Another order for the same thing whose payment was begun in this tab, and a way to remember this one. */
export function useBegun(here: BegunHere) {
  const [earlier, setEarlier] = useState<string>()
  useEffect(() => setEarlier(earlierOf(here)), [here])
  return {
    earlier,
    remember() {
      try {
        sessionStorage.setItem(name, `${here.thing} ${here.order} ${Date.now()}`)
      } catch {
        // The phone keeps nothing.
      }
    },
  }
}
