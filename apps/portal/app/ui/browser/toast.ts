/** The texts and the markup of dialogs and toasts: at the foot of every page. */
export const notices = document.querySelector<HTMLTemplateElement>('#notices')

export function cloneNotice(name: 'toast' | 'overlay'): HTMLElement | undefined {
  const found = notices?.content.querySelector<HTMLElement>(`.${name}`)?.cloneNode(true)
  return found instanceof HTMLElement ? found : undefined
}

/** An element in an open dialog is visible over it; nothing else is. */
export const top = (): Element => document.querySelector('dialog:modal') ?? document.body

const region = document.createElement('div')
region.className = 'toasts'
// Live before it has text, so that the text is read out.
region.setAttribute('role', 'status')
document.body.append(region)

/** Reports an event elsewhere on the page. The page itself reports it too; this disappears by itself. */
export function showToast(text: string, kind: 'success' | 'error' = 'success'): void {
  const toast = cloneNotice('toast')
  if (toast === undefined || notices === null) return
  const { [kind]: heading = '', seconds } = notices.dataset
  const [head, shown] = [toast.querySelector('b'), toast.querySelector('p')]
  if (head) head.textContent = heading
  if (shown) shown.textContent = text
  toast.classList.add(kind)

  let timer = 0
  const stop = () => clearTimeout(timer)
  const start = () => {
    stop()
    timer = window.setTimeout(() => toast.remove(), 1000 * Number(seconds))
  }
  for (const event of ['pointerenter', 'focusin']) toast.addEventListener(event, stop)
  for (const event of ['pointerleave', 'focusout']) toast.addEventListener(event, start)
  toast.querySelector('button')?.addEventListener('click', () => {
    stop()
    toast.remove()
  })
  if (region.parentElement !== top()) top().append(region)
  region.replaceChildren(toast)
  start()
}
