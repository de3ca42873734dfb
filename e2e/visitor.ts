import { createRequire } from 'node:module'
import { test as base, expect, type Page } from '@playwright/test'

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface Complaints {
  /** What a visitor should never cause: script errors, console errors, policy reports. */
  readonly all: string[]
  /** Makes one kind of complaint part of the story. */
  expect(pattern: RegExp): void
}

function watch(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`script: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    if (request.url().endsWith('/csp-reports')) complaints.push(`policy: ${request.postData() ?? ''}`)
  })
}

/** Every story fails on a script error, a console error or a policy report that it did not ask for. */
export const test = base.extend<{ complaints: Complaints }>({
  complaints: [
    async ({ context }, use) => {
      const all: string[] = []
      const expected: RegExp[] = []
      context.on('page', (page) => watch(page, all))
      await use({ all, expect: (pattern) => expected.push(pattern) })
      expect(all.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)))).toEqual([])
    },
    { auto: true },
  ],
})

interface AxeResults {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[]
}

/** WCAG 2.2 AA as far as a tool can tell. The tool is brought in past the page's own policy, which would refuse it. */
export async function expectAccessible(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { readFile } = await import('node:fs/promises')
  await session.send('Runtime.evaluate', { expression: await readFile(axePath, 'utf8') })
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then((found) => JSON.stringify(found))`,
    awaitPromise: true,
    returnByValue: true,
  })
  const { violations }: AxeResults = JSON.parse(String(result.value))
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  await session.detach()
}

export { expect }
