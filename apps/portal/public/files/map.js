// Brings a map when somebody asks for it, or when it comes into view on a link that bears it. Without this script the
// page says all that the map would.
const { saveData, effectiveType = '4g' } = navigator.connection ?? {}
const isSaving = saveData || effectiveType !== '4g' || matchMedia('(prefers-reduced-data: reduce)').matches

for (const frame of document.querySelectorAll('[data-map]')) {
  const { module, wait, failed } = frame.dataset
  const button = frame.querySelector('button')
  const said = frame.querySelector('[role=status]')
  let tries = 0
  let isComing = false
  const show = async () => {
    if (isComing) return
    isComing = true
    said.textContent = wait
    try {
      // What did not arrive may be remembered by its address, so it is asked for by another one.
      const { openMap } = await import(tries++ === 0 ? module : `${module}?${tries}`)
      const hadFocus = document.activeElement === button
      openMap(frame)
      if (hadFocus) frame.querySelector('[tabindex]').focus()
    } catch {
      said.textContent = failed
      isComing = false
    }
  }
  button.classList.add('ready')
  button.addEventListener('click', show)
  if (isSaving) continue
  new IntersectionObserver((entries, watch) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    watch.disconnect()
    button.click()
  }).observe(frame)
}
