/** Keys for people who work here all day: `/` goes to the search, Escape leaves it, `j` and `k` go through rows. */
document.addEventListener('keydown', (event) => {
  const search = document.querySelector<HTMLInputElement>('#search')
  const { target, key } = event
  const isTyping = target instanceof HTMLElement && target.matches('input, select, textarea')
  if (search === null || event.ctrlKey || event.metaKey || event.altKey) return
  if (key === '/' && !isTyping) {
    event.preventDefault()
    search.select()
  }
  if (key === 'Escape' && target === search) search.blur()
  if (!isTyping && (key === 'j' || key === 'k')) goToRow(key === 'j' ? 1 : -1)
})

/** Moves the focus along the links of rows, in the order of the page. */
function goToRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('tbody th a')]
  const at = rows.findIndex((row) => row.matches(':focus'))
  rows.at(at < 0 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1))?.focus()
}

/** The answer of this form is a file: the page stays, and so does the button. */
const bringsFile = (form: HTMLFormElement) => form.getAttribute('action')?.endsWith('/export') === true

/** A second press would send the same form again. */
document.addEventListener('submit', ({ target, submitter }) => {
  if (!(submitter instanceof HTMLButtonElement && target instanceof HTMLFormElement) || bringsFile(target)) return
  setTimeout(() => submitter.setAttribute('aria-disabled', 'true'))
})

/** A person who stops the request with the browser's button may press again. */
function release(): void {
  for (const button of document.querySelectorAll('button[aria-disabled]')) button.removeAttribute('aria-disabled')
}

addEventListener('pageshow', ({ persisted }) => {
  release()
  if (!persisted) return
  // The session may be over. The page from memory shows nothing until the server decides; a reload would post again.
  document.body.textContent = ''
  location.replace(location.pathname + location.search)
})
document.addEventListener('keydown', ({ key }) => key === 'Escape' && release())
if ('navigation' in window) navigation.addEventListener('navigateerror', release)
// Some browsers do not report their Stop button: a press beside the form shows that the person is still here.
document.addEventListener('pointerdown', ({ target }) => {
  const form = target instanceof Element ? target.closest('form') : null
  if (form?.querySelector('[aria-disabled]') == null) release()
})
