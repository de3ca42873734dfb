import { readdir, readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'

const folder = new URL('../apps/portal/app/styles/parts/', import.meta.url)

/** Names of classes in selectors; what stands between braces or is a number is none. */
const classesIn = (css: string): Set<string> =>
  new Set([...css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/(?<![\d"])\.([a-z][\w-]*)/gi)].map(([, name = '']) => name))

const sheets = await Promise.all((await readdir(folder)).map((name) => readFile(new URL(name, folder), 'utf8')))
const styledAnywhere = classesIn(sheets.join('\n'))

/** Each group of pages carries only the rules that it needs; here is shown that none of them is missing. */
export async function expectStyled(page: Page): Promise<void> {
  const { used, style } = await page.evaluate(() => ({
    used: [...document.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList]),
    style: [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('\n'),
  }))
  const styledHere = classesIn(style)
  const missing = new Set(used.filter((name) => styledAnywhere.has(name) && !styledHere.has(name)))
  expect([...missing], 'classes whose rules the page does not carry').toEqual([])
}
