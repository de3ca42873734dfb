import { type FormOption, optionText } from '@nyanja/domain/forms/form'

/** Controls the open list under a box, with one highlighted choice. */
export interface Choices {
  isOpen(): boolean
  open(options: readonly FormOption[], chosen: string): void
  close(): void
  move(step: number): void
  pointed(): string | undefined
  onPick(pick: (value: string) => void): void
}

export function choicesUnder(box: HTMLInputElement, none: string): Choices {
  const label = box.labels?.[0]?.textContent ?? ''
  const rows = document.createElement('ul')
  const shown = document.createElement('p')
  rows.id = `${box.id}-list`
  rows.className = 'choices'
  rows.setAttribute('role', 'listbox')
  rows.setAttribute('aria-label', label)
  shown.className = 'unseen'
  shown.setAttribute('role', 'status')
  box.setAttribute('aria-controls', rows.id)
  box.closest('.box')?.after(rows, shown)
  let at = -1

  const rowAt = (index: number) => rows.children.item(index)
  const point = (to: number) => {
    rowAt(at)?.setAttribute('aria-selected', 'false')
    at = to
    const row = rowAt(to)
    row?.setAttribute('aria-selected', 'true')
    row?.scrollIntoView({ block: 'nearest' })
    if (row === null) box.removeAttribute('aria-activedescendant')
    else box.setAttribute('aria-activedescendant', row.id)
  }
  const show = (isShown: boolean) => {
    rows.hidden = !isShown
    box.setAttribute('aria-expanded', String(isShown))
  }
  const valueIn = (row: Element | null) => (row instanceof HTMLElement ? row.dataset.value : undefined)
  show(false)
  // The box keeps the focus.
  rows.addEventListener('mousedown', (event) => event.preventDefault())

  return {
    isOpen: () => !rows.hidden,
    open(options, chosen) {
      at = -1
      rows.textContent = ''
      rows.append(...options.map((option, index) => rowOf(option, `${rows.id}-${index}`)))
      if (options.length === 0) rows.append(nothing(none))
      shown.textContent = options.length === 0 ? none : ''
      show(true)
      point(options.length === 1 ? 0 : options.findIndex(({ value }) => value === chosen))
    },
    close() {
      show(false)
      shown.textContent = ''
      point(-1)
    },
    move(step) {
      const count = rows.querySelectorAll('[data-value]').length
      if (count > 0) point(at < 0 && step < 0 ? count - 1 : (at + step + count) % count)
    },
    pointed: () => valueIn(rowAt(at)),
    onPick: (pick) =>
      rows.addEventListener('click', ({ target }) => {
        const value = target instanceof Element ? valueIn(target.closest('li')) : undefined
        if (value !== undefined) pick(value)
      }),
  }
}

function rowOf(option: FormOption, id: string): HTMLLIElement {
  const row = document.createElement('li')
  row.id = id
  row.textContent = optionText(option)
  row.dataset.value = option.value
  row.setAttribute('role', 'option')
  row.setAttribute('aria-selected', 'false')
  return row
}

function nothing(texts: string): HTMLLIElement {
  const row = document.createElement('li')
  row.textContent = texts
  row.setAttribute('role', 'option')
  row.setAttribute('aria-disabled', 'true')
  row.setAttribute('aria-selected', 'false')
  return row
}
