import type { MouseEvent } from 'react'

const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey

/**
 * For a link that shows what is here already: the address becomes the link's, so that a form below it and a reload mean
 * the same, and no page is loaded. With a modifier key it stays a link.
 */
export function replaceBy(show: () => void) {
  return (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isPlain(event)) return
    event.preventDefault()
    history.replaceState(history.state, '', event.currentTarget.href)
    show()
  }
}
