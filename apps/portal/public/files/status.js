const watch = document.getElementById('watch')
const seen = 'status-seen'

// What has ended needs no check before paying again.
try {
  if (!watch) sessionStorage.removeItem('begun')
} catch {}

// A gateway may bring the visitor back without his order; the tab in which he pressed Pay still knows it.
const addOrder = async (digest) => {
  const order = sessionStorage.getItem('begun')?.split(' ')[1]
  if (!order) return
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(order)))
  if ([...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('') !== digest) return
  const address = new URL(location.href)
  address.searchParams.set('order', order)
  location.replace(address)
}
if (watch?.dataset.order) addOrder(watch.dataset.order).catch(() => {})

// The sun rises once, for somebody who watched the payment become successful.
try {
  if (sessionStorage.getItem(seen) === location.href && document.querySelector('.done'))
    document.querySelector('.sun').classList.add('rises')
  sessionStorage.removeItem(seen)
} catch {}

if (watch) {
  const { href, version, pause, most = Number.POSITIVE_INFINITY } = watch.dataset
  const pauses = pause ? [Number(pause)] : [1, 1, 1, 1, 1, 2, 4, 8, 16, 30]
  let asked = 0
  let timer

  const reload = () => {
    try {
      sessionStorage.setItem(seen, location.href)
    } catch {}
    location.reload()
  }
  const ask = async () => {
    clearTimeout(timer)
    if (document.hidden) return
    let state
    try {
      const answer = await fetch(href, { cache: 'no-store' })
      if (answer.ok) state = await answer.json()
    } catch {}
    if (state && state.version !== version) reload()
    else if (!state?.settled) wait()
  }
  const wait = () => {
    clearTimeout(timer)
    if (asked >= most) {
      document.getElementById('stopped')?.removeAttribute('hidden')
      return
    }
    timer = setTimeout(ask, 1000 * pauses[Math.min(asked++, pauses.length - 1)])
  }
  document.addEventListener('visibilitychange', () => document.hidden || ask())
  wait()
}
