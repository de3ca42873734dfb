const place = document.getElementById('popup')
const { script, code, done, cancel, failed } = place.dataset

// The checkout covers the whole page from the start, so one that does not load would also cover the way around it.
const loadTimeoutMs = 30_000
let hasFailed = false

const open = () => {
  const popup = new window.PaystackPop()
  const giveUp = () => {
    if (hasFailed) return
    hasFailed = true
    clearTimeout(timer)
    place.textContent = failed
    // Its script leaves the frames open after an error, and calls onCancel when they are closed.
    popup.cancelTransaction()
  }
  const timer = setTimeout(giveUp, loadTimeoutMs)
  const leaveFor = (address) => () => {
    clearTimeout(timer)
    if (!hasFailed) location.replace(address)
  }
  popup.resumeTransaction(code, {
    onLoad: () => clearTimeout(timer),
    onSuccess: leaveFor(done),
    onCancel: leaveFor(cancel),
    onError: giveUp,
  })
}

const sayFailed = () => {
  place.textContent = failed
}
const openOrSayFailed = () => {
  try {
    open()
  } catch {
    sayFailed()
  }
}

document.head.append(
  Object.assign(document.createElement('script'), { src: script, onload: openOrSayFailed, onerror: sayFailed }),
)
