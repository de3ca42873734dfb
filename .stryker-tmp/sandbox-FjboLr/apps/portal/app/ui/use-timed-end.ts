// @ts-nocheck
import { useEffect, useState } from 'react'

/**
 * Calls `end` after some seconds during which the element was neither hovered nor focused.
 * Spread the answer on the element.
 */
export function useTimedEnd(seconds: number, end: () => void) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(end, seconds * 1000)
    return () => clearTimeout(timer)
  }, [isHeld, seconds, end])

  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return { onMouseEnter: hold, onMouseLeave: release, onFocus: hold, onBlur: release }
}
