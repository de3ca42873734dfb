// @ts-nocheck
import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** After a step inside a journey the visitor stands at the top of the new screen, eyes and screen reader alike. */
export function useArrival(): void {
  const { pathname } = useLocation()
  const isBackOrForward = useNavigationType() === 'POP'
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // Where the pressed control is still there, the screen has changed around it.
    if (document.activeElement !== document.body) return
    document.getElementById('main')?.focus({ preventScroll: true })
    if (!isBackOrForward) window.scrollTo(0, 0)
  }, [pathname, isBackOrForward])
}
