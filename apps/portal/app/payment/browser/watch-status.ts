/** Of a page in this tab that showed the payment before its end. */
const seen = 'status-seen'
const begun = 'begun'
/** Seconds between two polls (spec section 5.4: five times one second); the last one stays. */
const pauses = [1, 1, 1, 1, 1, 2, 4, 8, 16, 30]

interface PaymentState {
  readonly version: string
  readonly final: boolean
}

/** Storage that a phone refuses changes nothing. */
function tryStorage<Value>(use: () => Value): Value | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

const place = document.getElementById('watch')
tryStorage(() => {
  // A payment that has ended needs no check before paying again.
  if (!place) sessionStorage.removeItem(begun)
})
tryStorage(() => {
  // The mark is animated once, for a visitor who watched the payment succeed.
  if (sessionStorage.getItem(seen) === location.href && document.querySelector('.done'))
    document.querySelector('.sun')?.classList.add('rises')
  sessionStorage.removeItem(seen)
})
if (place) {
  if (place.dataset.order !== undefined) void addOrder(place.dataset.order).catch(() => {})
  watchPayment(place.dataset)
}

/** A gateway may return the visitor without the order; the tab in which Pay was pressed still knows it. */
async function addOrder(digest: string): Promise<void> {
  const order = sessionStorage.getItem(begun)?.split(' ')[1]
  if (order === undefined) return
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(order)))
  if ([...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('') !== digest) return
  const address = new URL(location.href)
  address.searchParams.set('order', order)
  location.replace(address)
}

/** Polls the state of the payment and reloads the page when it has changed. */
function watchPayment({ href = '', version, pause, most }: DOMStringMap): void {
  const between = pause === undefined || pause === '' ? pauses : [Number(pause)]
  const mostAsked = most === undefined ? Number.POSITIVE_INFINITY : Number(most)
  let requested = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function schedule(): void {
    clearTimeout(timer)
    if (requested >= mostAsked) {
      document.getElementById('stopped')?.removeAttribute('hidden')
      return
    }
    const seconds = between[Math.min(requested++, between.length - 1)] ?? 30
    timer = setTimeout(ask, 1000 * seconds)
  }
  async function ask(): Promise<void> {
    clearTimeout(timer)
    if (document.hidden) return
    const state = await readState(href)
    if (state !== undefined && state.version !== version) {
      tryStorage(() => sessionStorage.setItem(seen, location.href))
      location.reload()
    } else if (state?.final !== true) schedule()
  }
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void ask()
  })
  schedule()
}

async function readState(href: string): Promise<PaymentState | undefined> {
  try {
    const answer = await fetch(href, { cache: 'no-store' })
    return answer.ok ? await answer.json() : undefined
  } catch {
    return undefined
  }
}
