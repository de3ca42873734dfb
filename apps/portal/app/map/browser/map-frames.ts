import { drawButton } from '../../ui/browser/draw-button.ts'

interface MapModule {
  readonly openMap: (frame: HTMLElement) => void
}

const { saveData = false, effectiveType = '4g' } = navigator.connection ?? {}
const isSaving = saveData || effectiveType !== '4g' || matchMedia('(prefers-reduced-data: reduce)').matches

for (const frame of document.querySelectorAll<HTMLElement>('[data-map]')) watchFrame(frame)

/**
 * Loads a map when the visitor asks for it, or when it comes into view on a fast enough link. Without this script the
 * page says all that the map would.
 */
function watchFrame(frame: HTMLElement): void {
  const { module = '', wait = '', failed = '' } = frame.dataset
  const room = frame.querySelector<HTMLElement>('.by-script')
  const status = frame.querySelector('[role=status]')
  if (room === null || status === null) return
  const button = drawButton(room)
  let tries = 0
  let isLoading = false

  async function show(): Promise<void> {
    if (isLoading || status === null) return
    isLoading = true
    status.textContent = wait
    try {
      // A failed load may be cached by its address, so a retry uses another one.
      const { openMap }: MapModule = await import(tries++ === 0 ? module : `${module}?${tries}`)
      const hadFocus = document.activeElement === button
      openMap(frame)
      if (hadFocus) frame.querySelector<HTMLElement>('[tabindex]')?.focus()
    } catch {
      status.textContent = failed
      isLoading = false
    }
  }

  button.addEventListener('click', show)
  if (isSaving) return
  new IntersectionObserver((entries, observer) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    button.click()
  }).observe(frame)
}
