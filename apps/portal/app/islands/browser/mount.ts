import { type ComponentType, createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** Hydrates the server's HTML of an island. Its props are beside it as JSON. */
export type Mount = (container: HTMLElement) => void

/** Does what `reportError` does, which browsers of before 2021 do not have. */
function report(error: unknown): void {
  setTimeout(() => {
    throw error
  })
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function fieldsIn(container: HTMLElement): Field[] {
  return [...container.querySelectorAll<Field>('input, select, textarea')]
}

/** Both were rendered from the same props, so their fields are in the same order. */
function copyTyped(from: readonly Field[], to: readonly Field[]): void {
  for (const [index, field] of from.entries()) {
    const copy = to[index]
    if (copy === undefined) continue
    if (field instanceof HTMLInputElement && copy instanceof HTMLInputElement) copy.checked = field.checked
    copy.value = field.value
  }
}

/**
 * Returns the position of the field that last had the focus, for when React has already removed it from the page; it is
 * -1 for none.
 */
function watchFocus(container: HTMLElement, drawn: readonly (EventTarget | null)[]): () => number {
  let last = drawn.indexOf(document.activeElement)
  container.addEventListener('focusin', ({ target }) => {
    last = drawn.indexOf(target)
  })
  return () => last
}

function focusAtEnd(field: Field | undefined): void {
  field?.focus()
  if (field instanceof HTMLSelectElement || typeof field?.selectionStart !== 'number') return
  field.setSelectionRange(field.value.length, field.value.length)
}

/** The file of an island calls this: the component and its props alone decide the first rendering. */
export function createMount<Props extends object>(component: ComponentType<Props>): Mount {
  return (container) => {
    const props: Props = JSON.parse(container.nextElementSibling?.textContent ?? '{}')
    const drawn = fieldsIn(container)
    const copy = container.cloneNode(true)
    const lastFocused = watchFocus(container, drawn)
    // The visitor continues typing in the same field.
    function keepTyped(kept: readonly Field[]): void {
      copyTyped(drawn, kept)
      focusAtEnd(kept[lastFocused()])
    }
    hydrateRoot(container, createElement(component, props), {
      // React builds an island again where the page is not as the server sent it, as after a translation by the
      // browser.
      onRecoverableError(error) {
        report(error)
        if (drawn.some((field) => !field.isConnected)) keepTyped(fieldsIn(container))
      },
      // The server's HTML replaces it, and works as it does without script.
      onUncaughtError(error) {
        report(error)
        if (!(copy instanceof HTMLElement)) return
        container.replaceWith(copy)
        keepTyped(fieldsIn(copy))
      },
    })
  }
}
