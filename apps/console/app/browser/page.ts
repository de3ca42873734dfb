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

/** The links of rows, down and up. */
function goToRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('tbody th a')]
  const at = rows.findIndex((row) => row.matches(':focus'))
  rows.at(at < 0 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1))?.focus()
}

/** A second press would send the same form again. */
document.addEventListener('submit', ({ submitter }) => {
  if (submitter instanceof HTMLButtonElement) setTimeout(() => submitter.setAttribute('aria-disabled', 'true'))
})
