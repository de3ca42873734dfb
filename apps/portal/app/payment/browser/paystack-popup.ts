/** The interface of Paystack's inline script (https://paystack.com/docs/developer-tools/inlinejs), version 2. */
interface Popup {
  resumeTransaction(
    accessCode: string,
    callbacks: Readonly<Record<'onLoad' | 'onSuccess' | 'onCancel' | 'onError', () => void>>,
  ): void
  cancelTransaction(): void
}

declare global {
  interface Window {
    readonly PaystackPop?: new () => Popup
  }
}

/** The checkout covers the whole page from the start, so one that does not load would also cover the fallback link. */
const loadTimeoutMs = 30_000

const place = document.getElementById('popup')
if (place) loadScript(place)

function loadScript(place: HTMLElement): void {
  const script = document.createElement('script')
  script.src = place.dataset.script ?? ''
  script.onload = () => openPopup(place)
  script.onerror = () => showFailure(place)
  document.head.append(script)
}

function showFailure(place: HTMLElement): void {
  place.textContent = place.dataset.failed ?? ''
}

function openPopup(place: HTMLElement): void {
  const { code = '', done = '', cancel = '' } = place.dataset
  let hasFailed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let popup: Popup | undefined

  function fail(): void {
    if (hasFailed) return
    hasFailed = true
    clearTimeout(timer)
    showFailure(place)
    // Its script leaves the frames open after an error, and calls onCancel when they are closed.
    popup?.cancelTransaction()
  }
  const leaveFor = (address: string) => () => {
    clearTimeout(timer)
    if (!hasFailed) location.replace(address)
  }
  try {
    if (window.PaystackPop === undefined) throw new Error('The script brought no popup')
    popup = new window.PaystackPop()
    timer = setTimeout(fail, loadTimeoutMs)
    popup.resumeTransaction(code, {
      onLoad: () => clearTimeout(timer),
      onSuccess: leaveFor(done),
      onCancel: leaveFor(cancel),
      onError: fail,
    })
  } catch {
    fail()
  }
}
