/** Keys for people who search all day: `/` goes to the search, Escape leaves it. */
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
})

/** A second press would send the same form again. */
document.addEventListener('submit', ({ submitter }) => {
  if (submitter instanceof HTMLButtonElement) setTimeout(() => submitter.setAttribute('aria-disabled', 'true'))
})
