import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { methodLink, payButton } from '../steps/pay.ts'
import { amountField, continueButton, numberField, orderAirtime } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

const islands = [
  [/\/prepaid-recharge/, 'recharge/recharge'],
  [/\/payment\/start/, 'payment/start'],
] as const

let folder = ''

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nyanja-islands-'))
  const vite = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url))
  const options = ['--config', 'vite.islands.config.ts', '--outDir', path.join(folder, 'client'), '--logLevel', 'warn']
  await promisify(execFile)(process.execPath, [vite, 'build', ...options], {
    cwd: fileURLToPath(new URL('../../apps/portal', import.meta.url)),
    env: { ...process.env, NODE_ENV: 'development' },
  })
})

test.afterAll(() => rm(folder, { recursive: true }))

/** Islands of the page load with development React, which warns of hydration mismatches, once they are released. */
async function holdDevelopmentIslands(page: Page): Promise<() => void> {
  const files = JSON.parse(await readFile(path.join(folder, 'browser-files', 'client.json'), 'utf8'))
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/**', async (route) => {
    const file = path.join(folder, 'client', new URL(route.request().url()).pathname)
    const body = await readFile(file).catch(() => undefined)
    if (body === undefined) return route.continue()
    await promise
    await route.fulfill({ body, contentType: 'text/javascript' })
  })
  for (const [address, name] of islands)
    await page.route(address, async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/(?<=data-island=")[^"]*/, files[name].join(' '))
      await route.fulfill({ response, body })
    })
  return resolve
}

/** Collects warnings of React or of the portal's scripts. */
function listen(page: Page): string[] {
  const heard: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning' || message.type() === 'error') heard.push(message.text())
  })
  return heard
}

const island = (page: Page) => page.locator('[data-island]')

/** Every element that the server rendered is still there once React has marked it. */
async function expectKept(page: Page, letThrough: () => void): Promise<void> {
  const drawn = await island(page).locator('*').elementHandles()
  expect(drawn.length).toBeGreaterThan(20)
  letThrough()
  await expectHydrated(island(page).locator('*').first())
  const lost = drawn.map((element) =>
    element.evaluate((node) => (node instanceof Element && !node.isConnected ? node.outerHTML : [])),
  )
  expect((await Promise.all(lost)).flat()).toEqual([])
}

async function expectHydrated(element: Locator): Promise<void> {
  const marks = () => element.evaluate((node) => Object.keys(node).filter((name) => name.startsWith('__react')).length)
  await expect.poll(marks).toBeGreaterThan(0)
}

test.describe('with development React', () => {
  test('the recharge form keeps every element and what was typed', async ({ page, line }) => {
    const heard = listen(page)
    const letThrough = await holdDevelopmentIslands(page)
    await page.goto('/prepaid-recharge')
    // The list is incomplete: checking a whole number would render its bundles.
    await numberField(page).fill(line.slice(0, -1))
    await amountField(page).fill('810')
    await expectKept(page, letThrough)
    await expect(numberField(page)).toHaveValue(/^\d\d \d{3} \d{3}$|^\d{8}$/)
    await expect(amountField(page)).toHaveValue('810')
    await numberField(page).fill(line)
    await expect(continueButton(page)).toBeEnabled()
    expect(heard).toEqual([])
  })

  test('the recharge form of an order keeps every element and what was ordered', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    await orderAirtime(page, line, 820)
    const heard = listen(page)
    const letThrough = await holdDevelopmentIslands(page)
    await page.goto(page.url().replace(/\/payment\/start(\/[a-z-]+)?/, '/prepaid-recharge'))
    await numberField(page).focus()
    await expectKept(page, letThrough)
    await expect(amountField(page)).toHaveValue('820')
    await expect(continueButton(page)).toBeEnabled()
    expect(heard).toEqual([])
  })

  test('the choice of a payment method keeps every element and what was typed', async ({ page, line }) => {
    await orderAirtime(page, line, 830)
    const heard = listen(page)
    const letThrough = await holdDevelopmentIslands(page)
    await page.reload()
    const email = page.getByRole('textbox', { name: 'Email for the receipt' })
    await email.fill('thoko@example.com')
    await expectKept(page, letThrough)
    await expect(email).toHaveValue('thoko@example.com')
    await methodLink(page, 'Nyanja Money').click()
    await expect(payButton(page)).toHaveText('Pay MWK 830')
    await expect(page).toHaveURL(/\/payment\/start\/nyanja-money\?order=/)
    expect(heard).toEqual([])
  })
})
