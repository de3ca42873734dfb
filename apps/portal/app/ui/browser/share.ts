import { drawButton } from './draw-button.ts'

/**
 * Copies and shares the text of a button. Without this script the text is in the page. Browsers within apps lack these
 * functions, refuse them or do nothing: then the page says what else is possible.
 */
const shown = document.getElementById('said')

function say(message: string | undefined): void {
  if (message === undefined || message === '') return
  if (shown) shown.textContent = message
  dispatchEvent(new CustomEvent('toast', { detail: message }))
}

async function copy(text: string, message: string | undefined): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    say(message)
  } catch {
    // What is selected can be copied by the phone's own menu.
    const reference = document.querySelector('.reference')
    if (reference?.textContent === text) getSelection()?.selectAllChildren(reference)
    say(`${shown?.dataset.byHand ?? ''} ${text}`)
  }
}

async function share(path: string, text: string | undefined, message: string | undefined): Promise<void> {
  const url = new URL(path, location.href).href
  try {
    await navigator.share(text ? { text } : { title: document.title, url })
  } catch (error) {
    // The visitor who closes the list of apps wants nothing else.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copy(url, message)
  }
}

function print(): void {
  let hasBegun = false
  addEventListener('beforeprint', () => {
    hasBegun = true
  })
  window.print?.()
  setTimeout(() => {
    if (!hasBegun) say(shown?.dataset.noPrint)
  }, 500)
}

for (const room of document.querySelectorAll<HTMLElement>('span.by-script')) drawButton(room)

document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null
  const { copy: copied, share: path, text, print: isPrint, announce: message } = button?.dataset ?? {}
  if (copied) await copy(copied, message)
  if (isPrint !== undefined) print()
  if (path !== undefined) await share(path, text, message)
})
