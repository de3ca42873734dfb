// Brings a map when somebody asks for it, or when it comes into view on a link that bears it. Without this script the
// page says all that the map would.
const { saveData, effectiveType = '4g' } = navigator.connection ?? {}
const isSaving = saveData || effectiveType !== '4g' || matchMedia('(prefers-reduced-data: reduce)').matches

for (const frame of document.querySelectorAll('[data-map]')) {
  const { module, wait, failed } = frame.dataset
  const button = frame.querySelector('button')
  const show = async () => {
    button.textContent = wait
    try {
      const { openMap } = await import(module)
      openMap(frame)
    } catch {
      button.textContent = failed
    }
  }
  button.classList.add('ready')
  button.addEventListener('click', show, { once: true })
  if (isSaving) continue
  new IntersectionObserver((entries, watch) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    watch.disconnect()
    button.click()
  }).observe(frame)
}
