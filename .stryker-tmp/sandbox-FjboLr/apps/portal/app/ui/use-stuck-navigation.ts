// @ts-nocheck
import { useEffect } from 'react'
import { useNavigation } from 'react-router'

const patienceMs = 120_000

/** A page whose script does not arrive is asked for as a document, which needs none. */
export function useStuckNavigation(): void {
  const { location } = useNavigation()
  const address = location === undefined ? undefined : location.pathname + location.search

  useEffect(() => {
    if (address === undefined) return
    const timer = setTimeout(() => window.location.assign(address), patienceMs)
    return () => clearTimeout(timer)
  }, [address])
}
