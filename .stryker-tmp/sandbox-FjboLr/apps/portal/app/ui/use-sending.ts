// @ts-nocheck
import { useEffect, useState } from 'react'

/** A form that is on its way with a whole document. Going back to the page makes it ready again. */
export function useSending() {
  const [isSending, setSending] = useState(false)
  useEffect(() => {
    const end = () => setSending(false)
    window.addEventListener('pageshow', end)
    return () => window.removeEventListener('pageshow', end)
  }, [])
  return { isSending, begin: () => setSending(true) }
}
