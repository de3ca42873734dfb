import { expect } from '@playwright/test'
import { secureUrl } from '../addresses.ts'
import { readNumber, readObject } from '../json.ts'
import type { Engine } from './engine.ts'

/** What a visitor does in any engine: reads the heading, types into a field by its label, presses by the text. */
export interface Visit {
  open(path: string): Promise<void>
  fill(label: string, text: string): Promise<void>
  press(text: string): Promise<void>
  /** A list without script, a search box with it. */
  choose(label: string, option: string): Promise<void>
  expectHeading(text: string): Promise<void>
  expectText(text: string): Promise<void>
}

const everyMs = { intervals: [100] }

/** Runs in the page: where the middle of what is so named is, in the window, unless something covers it. */
function placeOf(kind: string, name: string): { readonly x: number; readonly y: number } | null {
  // biome-ignore lint/performance/useDomNodeTextContent: The content runs blocks together that the eye sees apart.
  const isNamed = (element: HTMLElement) => element.innerText.replace(/\s+/g, ' ').trim().startsWith(name)
  const named =
    kind === 'field'
      ? [...document.querySelectorAll('label')].filter(isNamed).map(({ control }) => control)
      : [...document.querySelectorAll<HTMLElement>('button, a, label, summary, [role=option]')].filter(isNamed)
  for (const element of named) {
    if (element === null || element.matches(':disabled') || element.getClientRects().length === 0) continue
    element.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const over = document.elementFromPoint(x, y)
    if (over !== null && (element.contains(over) || over.contains(element))) return { x, y }
  }
  return null
}

/** Runs in the page: the next key replaces the field's text. */
function selectFocused(): void {
  const field = document.activeElement
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
}

/** Runs in the page. */
function readFocused(): string {
  const field = document.activeElement
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : ''
}

/** Numbers are grouped as they are typed. */
const plain = (text: unknown) => String(text).replace(/[\s,]/g, '')

/** Runs in the page. */
function chooseInList(name: string, option: string): boolean {
  // biome-ignore lint/performance/useDomNodeTextContent: As above.
  const label = [...document.querySelectorAll('label')].find(({ innerText }) => innerText.trim().startsWith(name))
  const list = label?.control
  if (!(list instanceof HTMLSelectElement)) return false
  list.value = [...list.options].find(({ text }) => text === option)?.value ?? ''
  return true
}

export function visitWith(engine: Engine): Visit {
  const call = (run: (...args: string[]) => unknown, ...args: readonly string[]) =>
    engine.evaluate(`(${run})(${args.map((arg) => JSON.stringify(arg)).join()})`)

  async function pressOn(kind: 'field' | 'text', name: string): Promise<void> {
    let place: unknown = null
    await expect
      .poll(async () => (place = await call(placeOf, kind, name).catch(() => null)), { message: name, ...everyMs })
      .not.toBeNull()
    await engine.press(readNumber(readObject(place), 'x'), readNumber(readObject(place), 'y'))
  }
  async function fill(label: string, text: string): Promise<void> {
    // A page that has just loaded may move the focus once more.
    await expect(async () => {
      await pressOn('field', label)
      await call(selectFocused)
      await engine.type(text)
      expect(plain(await call(readFocused))).toBe(plain(text))
    }).toPass(everyMs)
  }
  const read = (expression: string) => engine.evaluate(expression).catch(() => '')

  return {
    open: (path) => engine.open(secureUrl + path),
    fill,
    press: (text) => pressOn('text', text),
    async choose(label, option) {
      if ((await call(chooseInList, label, option)) === true) return
      await fill(label, option)
      await pressOn('text', option)
    },
    async expectHeading(text) {
      await expect.poll(() => read('document.querySelector("h1")?.innerText ?? ""'), everyMs).toBe(text)
    },
    async expectText(text) {
      await expect.poll(() => read('document.body.innerText'), everyMs).toContain(text)
    },
  }
}
