/** The name under which the tab in which Pay was pressed stores the order. */
const orderKey = 'begun'
/** Seconds between two polls (spec section 5.4: five times one second); the last one stays. */
const pauses = [1, 1, 1, 1, 1, 2, 4, 8, 16, 30]
/** Polls without an answer, one after the other, before the page says so: one alone is lost every now and then. */
const mostUnanswered = 2

interface PaymentState {
  readonly version: string
  readonly final: boolean
}

const watched = document.getElementById('watch')
if (watched) {
  if (watched.dataset.order !== undefined) void addOrder(watched.dataset.order).catch(() => {})
  watchPayment(watched.dataset)
} else forgetOrder()

/** A payment that has ended needs no check before paying again. */
function forgetOrder(): void {
  try {
    sessionStorage.removeItem(orderKey)
  } catch {
    // Storage that a phone refuses has nothing to forget.
  }
}

/** A gateway may return the visitor without the order; the tab in which Pay was pressed still knows it. */
async function addOrder(digest: string): Promise<void> {
  const order = sessionStorage.getItem(orderKey)?.split(' ')[1]
  if (order === undefined) return
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(order)))
  if ([...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('') !== digest) return
  const withOrder = new URL(location.href)
  withOrder.searchParams.set('order', order)
  location.replace(withOrder)
}

/** Polls the state of the payment and reloads the page when it has changed. */
function watchPayment({ href = '', version, pause, most }: DOMStringMap): void {
  const ownPauses = pause === undefined || pause === '' ? pauses : [Number(pause)]
  const mostPolls = most === undefined ? Number.POSITIVE_INFINITY : Number(most)
  let polls = 0
  let unanswered = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function schedule(): void {
    clearTimeout(timer)
    if (polls >= mostPolls) {
      showText('stopped', true)
      return
    }
    const seconds = ownPauses[Math.min(polls++, ownPauses.length - 1)] ?? 30
    timer = setTimeout(poll, 1000 * seconds)
  }
  async function poll(): Promise<void> {
    clearTimeout(timer)
    if (document.hidden) return
    const state = await readState(href)
    unanswered = state === undefined ? unanswered + 1 : 0
    showText('unanswered', unanswered >= mostUnanswered)
    if (state !== undefined && state.version !== version) location.reload()
    else if (state?.final !== true) schedule()
  }
  document.addEventListener('visibilitychange', () => void poll())
  addEventListener('online', () => void poll())
  schedule()
}

/** The element is live, so that its text is read out; a text that stays the same is not written again. */
function showText(id: 'stopped' | 'unanswered', isShown: boolean): void {
  const place = document.getElementById(id)
  const text = isShown ? (place?.dataset.text ?? '') : ''
  if (place && place.textContent !== text) place.textContent = text
}

async function readState(href: string): Promise<PaymentState | undefined> {
  try {
    const answer = await fetch(href, { cache: 'no-store' })
    return answer.ok ? await answer.json() : undefined
  } catch {
    return undefined
  }
}
