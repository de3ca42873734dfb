/** Copies and shares the text of a button. Without this script the text is in the page. */
const shown = document.getElementById('said')

async function copy(text: string, message = ''): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    if (shown) shown.textContent = message
    dispatchEvent(new CustomEvent('toast', { detail: message }))
  } catch {
    // The text is selected where copying is not permitted, so that the phone's own menu can copy it.
    const reference = document.querySelector('.reference')
    if (reference) getSelection()?.selectAllChildren(reference)
  }
}

async function share(path: string, text: string | undefined, message: string | undefined): Promise<void> {
  const url = new URL(path, location.href).href
  const shared = text ? { text } : { title: document.title, url }
  if ('share' in navigator) await navigator.share(shared).catch(() => undefined)
  else await copy(url, message)
}

for (const button of document.querySelectorAll('.by-script')) button.classList.add('ready')

document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null
  const { copy: copied, share: path, text, print, announce: message } = button?.dataset ?? {}
  if (copied) await copy(copied, message)
  if (print !== undefined) window.print()
  if (path !== undefined) await share(path, text, message)
})
