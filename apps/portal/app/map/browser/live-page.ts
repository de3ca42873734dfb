import type { MapConfig } from '../map-config.ts'

/**
 * While a map is open, its form loads the next answer into the page instead of another page: parts with `data-live` get
 * the content of those in the answer, and the map moves. Without this every answer is a page.
 */
export function liveWith(frame: HTMLElement, show: (config: MapConfig) => void): void {
  const form = document.querySelector<HTMLFormElement>('form[data-live-form]')
  if (form === null) return

  let requests = 0
  const bring = async (href: string) => {
    const mine = ++requests
    const page = await pageAt(href)
    if (mine !== requests) return
    const next = page?.querySelector<HTMLElement>('[data-map]')?.dataset.map
    if (page === undefined || next === undefined) return location.assign(href)
    for (const part of document.querySelectorAll<HTMLElement>('[data-live]')) fillFrom(page, part)
    document.title = page.title
    history.pushState(null, '', href)
    frame.dataset.map = next
    show(JSON.parse(next))
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void bring(hrefOf(form))
  })
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'radio') void bring(hrefOf(form))
  })
  addEventListener('popstate', () => location.reload())
}

/** The element itself stays: a screen reader listens to it, and the keyboard focus may be in it. */
function fillFrom(page: Document, part: HTMLElement): void {
  const other = page.getElementById(part.id)
  if (other === null) return
  const hadFocus = part.contains(document.activeElement)
  part.textContent = ''
  part.append(...document.importNode(other, true).childNodes)
  if (hadFocus) part.focus()
}

function hrefOf(form: HTMLFormElement): string {
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && value !== '') query.set(name, value)
  return `${form.action.split('?')[0]}?${query}`
}

/** Parses the answer as a document: no text is parsed as HTML into this page. */
function pageAt(href: string): Promise<Document | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.responseType = 'document'
    request.addEventListener('loadend', () =>
      resolve(request.status === 200 ? (request.responseXML ?? undefined) : undefined),
    )
    request.open('GET', href)
    request.send()
  })
}

/** Undefined when nothing arrived. */
export async function jsonAt<Answer>(href: string): Promise<Answer | undefined> {
  try {
    const answer = await fetch(href)
    const reported: Answer = await answer.json()
    return reported
  } catch {
    return undefined
  }
}
