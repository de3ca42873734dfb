const place = document.getElementById('popup')
const { script, code, done, cancel, failed } = place.dataset

const sayFailed = () => {
  place.textContent = failed
}

const open = () => {
  try {
    new window.PaystackPop().resumeTransaction(code, {
      onSuccess: () => location.replace(done),
      onCancel: () => location.replace(cancel),
      onError: sayFailed,
    })
  } catch {
    sayFailed()
  }
}

document.head.append(Object.assign(document.createElement('script'), { src: script, onload: open, onerror: sayFailed }))
