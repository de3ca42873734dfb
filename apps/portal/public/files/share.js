// Copies and shares what a button says. Without this script the text stands in the page.
const said = document.getElementById('said')

const say = (text) => {
  said.textContent = text
}

const copy = async (text, message) => {
  try {
    await navigator.clipboard.writeText(text)
    say(message)
  } catch {
    // Without leave to copy, the text is marked so that the phone's own menu can.
    getSelection().selectAllChildren(document.querySelector('.reference'))
  }
}

for (const button of document.querySelectorAll('.by-script')) button.classList.add('ready')

document.addEventListener('click', async ({ target }) => {
  const { copy: text, share, text: words, print, said: message } = target.closest('button')?.dataset ?? {}
  if (text) await copy(text, message)
  if (print !== undefined) window.print()
  if (share === undefined) return
  const url = new URL(share, location.href).href
  const shared = words ? { text: words } : { title: document.title, url }
  if (navigator.share) await navigator.share(shared).catch(() => {})
  else await copy(url, message)
})
