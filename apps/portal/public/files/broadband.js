// The list of what runs opens over the page; without this script its link leads to a page with the list open.
for (const opener of document.querySelectorAll('[data-opens]')) {
  const dialog = document.getElementById(opener.dataset.opens)
  if (!dialog?.showModal) continue
  opener.addEventListener('click', (event) => {
    event.preventDefault()
    if (dialog.open) dialog.close()
    dialog.showModal()
  })
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
}
