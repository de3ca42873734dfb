import { canOpenModal } from './can-open-modal.ts'

/** The texts and the markup of dialogs and toasts: at the foot of every page. */
const notices = document.querySelector<HTMLTemplateElement>('#notices')

function cloneNotice(name: 'toast' | 'overlay'): HTMLElement | undefined {
  const found = notices?.content.querySelector<HTMLElement>(`.${name}`)?.cloneNode(true)
  return found instanceof HTMLElement ? found : undefined
}

/** An element in an open dialog is visible over it; nothing else is. */
const top = (): Element => (canOpenModal && document.querySelector('dialog:modal')) || document.body

const region = document.createElement('div')
region.className = 'toasts'
// The element is live before it has text, so that the text is read out.
region.setAttribute('role', 'status')
document.body.append(region)

/** Reports an event elsewhere on the page. The page itself reports it too; this disappears by itself. */
function showToast(text: string, kind: 'success' | 'error' = 'success'): void {
  const toast = cloneNotice('toast')
  if (toast === undefined || notices === null) return
  const { [kind]: heading = '', seconds, close = '' } = notices.dataset
  const [head, shown] = [toast.querySelector('b'), toast.querySelector('p')]
  if (head) head.textContent = heading
  if (shown) shown.textContent = text
  toast.classList.add(kind)

  let timer = 0
  const stop = () => clearTimeout(timer)
  const start = () => {
    stop()
    timer = window.setTimeout(() => toast.remove(), 1000 * Number(seconds))
  }
  for (const event of ['pointerenter', 'focusin']) toast.addEventListener(event, stop)
  for (const event of ['pointerleave', 'focusout']) toast.addEventListener(event, start)
  const button = document.createElement('button')
  const sign = toast.lastElementChild
  button.setAttribute('aria-label', close)
  sign?.replaceWith(button)
  if (sign) button.append(sign)
  button.addEventListener('click', () => {
    stop()
    toast.remove()
  })
  if (region.parentElement !== top()) top().append(region)
  region.textContent = ''
  region.append(toast)
  start()
}
/** A step that takes longer shows a message. */
const longMs = 1000

/** The limit is enough to find a fault. Repeated errors would fill the link. */
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
addEventListener('offline', showOffline)
addEventListener('online', () => {
  isWarned = false
  showToast(notices?.dataset.online ?? '')
})

function showOffline(): void {
  showToast(notices?.dataset.offline ?? '', 'error')
}

/** Tells whether a form is sent, and does not only close a dialog. */
const isSent = ({ target }: Event) => target instanceof HTMLFormElement && target.method !== 'dialog'

let isWarned = false

/**
 * What is typed stays on the page while there is no connection. Before every other listener, so that no button waits; a
 * second press is sent, for browsers that are wrong about it.
 */
addEventListener(
  'submit',
  (event) => {
    if (navigator.onLine || isWarned || !isSent(event)) return
    isWarned = true
    event.preventDefault()
    event.stopPropagation()
    showOffline()
  },
  true,
)

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
    const texts = notices?.dataset.wait?.split('|') ?? []
    for (const [at, place] of overlay?.querySelectorAll('.title, b, .quiet').entries() ?? [])
      place.textContent = texts[at] ?? ''
    if (overlay) top().append(overlay)
  }, longMs)
}

/** The visitor is still here: what a press has changed is put back, in the other scripts of the page too. */
function stay(): void {
  rest()
  dispatchEvent(new Event('stay'))
}

/** Another page of the portal, in this tab. An address with an ending is a file, which loads no page. */
const leads = (link: HTMLAnchorElement) =>
  link.origin === location.origin &&
  !link.target &&
  !/\.\w+$/.test(link.pathname) &&
  (link.pathname !== location.pathname || link.search !== location.search)

// The listener is on the window, after every script that may handle the press.
addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
  if (link?.href && isPlain && !event.defaultPrevented && leads(link)) wait()
})
addEventListener('submit', (event) => {
  if (isSent(event) && !event.defaultPrevented) wait()
})
// A script that sends its form itself, which is no event of the form.
addEventListener('leave', wait)
addEventListener('keydown', ({ key }) => key === 'Escape' && stay())
// A browser that does not report its Stop button leaves the overlay until it is touched.
addEventListener('click', () => overlay && stay(), true)
if ('navigation' in window) navigation.addEventListener('navigateerror', stay)
/** A payment may move on while its page is put aside; what a proof or a saved number shows may be forgotten. */
const mayBeOver = () =>
  /\/payment\//.test(location.pathname) || document.querySelector('[data-proven], [name=forget]') !== null

addEventListener('pageshow', ({ persisted }) => {
  stay()
  if (!persisted || !mayBeOver()) return
  // Browsers that do not know `Clear-Site-Data` keep the page.
  document.body.textContent = ''
  // It is another GET, where a reload would post again.
  location.replace(location.pathname + location.search)
})
