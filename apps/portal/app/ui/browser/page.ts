import { cloneNotice, notices, showToast, top } from './toast.ts'

/** A step that takes longer shows a message. */
const longMs = 1000

/** Enough to find a fault. Repeated errors would fill the link. */
let reportsLeft = 3

function reportToServer(error: unknown): void {
  if (!(error instanceof Error) || reportsLeft === 0) return
  reportsLeft -= 1
  const { name, message, stack = '' } = error
  const report = { name, message: message.slice(0, 200), stack: stack.slice(0, 2000), page: location.pathname }
  navigator.sendBeacon('/script-errors', JSON.stringify(report))
}

addEventListener('error', ({ error }) => reportToServer(error))
addEventListener('unhandledrejection', ({ reason }) => reportToServer(reason))

// The error is read first. It stays in the page.
document.querySelector<HTMLElement>('[role=alert][tabindex]')?.focus()

// Any script of the page may show a toast.
addEventListener('toast', (event) => event instanceof CustomEvent && showToast(String(event.detail)))
addEventListener('offline', () => showToast(notices?.dataset.offline ?? '', 'error'))
addEventListener('online', () => showToast(notices?.dataset.online ?? ''))

let overlay: HTMLElement | undefined
let timer = 0

function rest(): void {
  clearTimeout(timer)
  overlay?.remove()
  overlay = undefined
}

function wait(): void {
  rest()
  timer = window.setTimeout(() => {
    overlay = cloneNotice('overlay')
    if (overlay) top().append(overlay)
  }, longMs)
}

/** Another page of the portal, in this tab. */
const leads = (link: HTMLAnchorElement) =>
  link.origin === location.origin &&
  !link.target &&
  !link.pathname.endsWith('.csv') &&
  (link.pathname !== location.pathname || link.search !== location.search)

// At the window, after every script that may handle the press.
addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
  if (link?.href && isPlain && !event.defaultPrevented && leads(link)) wait()
})
addEventListener('submit', (event) => {
  const form = event.target
  if (form instanceof HTMLFormElement && form.method !== 'dialog' && !event.defaultPrevented) wait()
})
// Stopped by the visitor, or back on a page from the back-forward cache.
addEventListener('keydown', ({ key }) => key === 'Escape' && rest())
addEventListener('pageshow', rest)
