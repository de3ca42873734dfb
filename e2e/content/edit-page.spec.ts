import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../screen.ts'
import { reloadUntil, reloadUntilText } from '../steps/waiting.ts'
import { expect, test } from '../visitor.ts'

test.use({ alone: 'editing' })

const homeText = 'content/sw/website-homepage-config.json'

const group = (page: Page, name: string | RegExp): Locator => page.getByRole('group', { name })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

/** Goes from the first page to the heading of the portal's own page, found by its text. */
async function findHeading(page: Page, editor: string, shown: string): Promise<void> {
  await page.goto(editor)
  await page.getByLabel('Find words that you see on a page').fill(shown)
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('link', { name: 'website-homepage-config: Heading', exact: true }).click()
}

test.describe('a writer on the editing page', () => {
  test('finds a text by its content, changes it in Swahili, and visitors see it', { tag: '@verify' }, async ({
    page,
    operator,
  }) => {
    const editor = await operator.openEditor()
    const before = 'Ongeza salio kwenye laini yoyote'
    await findHeading(page, editor, before)
    const swahili = group(page, /^Heading/).getByLabel('Swahili')
    await expect(swahili).toHaveValue(before)
    await swahili.fill('Ongeza salio la {brand} hapa')
    await page.getByRole('button', { name: 'Check without saving' }).click()
    await expect(page.getByRole('status')).toContainText('All is good. It is not saved yet.')
    await save(page).click()
    await expect(page.getByRole('status')).toContainText('Saved.')
    await expectAccessible(page)

    await page.goto('/sw')
    const heading = page.getByRole('heading', { level: 1 })
    await reloadUntilText(page, heading, 'Ongeza salio la Nyanja hapa')
    await operator.editFile(homeText, (text) => text.replace('Ongeza salio la {brand} hapa', before))
    await reloadUntilText(page, heading, before)
  })

  test('sees where a mistake is, and visitors never see it', { tag: '@verify' }, async ({
    page,
    operator,
    complaints,
  }) => {
    complaints.expect(/status of 422/)
    const before = 'Top up any line'
    await findHeading(page, await operator.openEditor(), before)
    const english = group(page, /^Heading/).getByLabel('English')
    await english.fill('Top up any {brnad} line')
    await save(page).click()
    await expect(page.getByRole('alert')).toContainText('Not saved.')
    await expectAccessible(page)
    await page
      .getByRole('alert')
      .getByRole('link', { name: 'en/website-homepage-config: heading holds {brnad}, which has no value' })
      .click()
    await expect(page).toHaveURL(/#en:heading$/)
    await expect(english).toHaveValue('Top up any {brnad} line')
    await expect(english).toHaveAttribute('aria-invalid', 'true')
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(before)
  })

  test('adds an answer, and visitors find it', { tag: '@verify' }, async ({ page, operator, complaints }) => {
    // The change arrives within seconds, but not immediately.
    complaints.expect(/status of 404/)
    const editor = await operator.openEditor()
    await page.goto(`${editor}/articles`)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Add an answer' }).click()
    // The name is another one each time, since files stay.
    const id = `flying-${Date.now()}`
    await page.getByLabel('Name of the file').fill(id)
    for (const language of ['English', 'French', 'Swahili']) {
      const shown = group(page, language)
      await shown.getByLabel('Question').fill(`Can I use ${id} in a balloon?`)
      await shown.getByLabel('Words that people search with').fill('hot air balloon, airship')
      await shown.getByLabel('Answer').fill('**Yes**, while you see a mast.')
    }
    const all = group(page, 'In all languages')
    await all.getByLabel('Where it stands').selectOption('network-phone')
    await all.getByLabel('Page on which it is done').selectOption('coverage')
    await expectAccessible(page)
    await save(page).click()
    await expect(page.getByRole('status')).toContainText('Saved.')

    await page.getByRole('link', { name: 'See it in the portal' }).click()
    await expect(page).toHaveURL(/gethelp/)
    await reloadUntil(page, () => page.getByText('while you see a mast').isVisible())
    await page.goto('/gethelp')
    await page.getByRole('searchbox').fill(`balloon ${id}`)
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByRole('main').getByRole('link', { name: `Can I use ${id} in a balloon?` })).toBeVisible()
  })

  test('sees all texts, and everything that is wrong with them', { tag: '@verify' }, async ({
    page,
    operator,
    complaints,
  }) => {
    complaints.expect(/The last good version of this file stays in use/)
    const editor = await operator.openEditor()
    await page.goto(editor)
    await expect(page.getByText('All content is good.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'recharge-translation' }).click()
    await expect(page.getByRole('columnheader', { name: 'Swahili' })).toBeVisible()
    await expectAccessible(page)

    const broken = 'content/sw/loader-translation.json'
    await operator.editFile(broken, (text) => text.replace('"wait"', '"wiat"'))
    await page.getByRole('link', { name: 'Mistakes' }).click()
    await expect(page.getByText(/sw\/loader-translation line \d+: unknown key wiat/)).toBeVisible()
    await expectAccessible(page)
    await operator.editFile(broken, (text) => text.replace('"wiat"', '"wait"'))
  })

  test('edits a whole form, in all languages', { tag: '@verify' }, async ({ page, operator, complaints }) => {
    complaints.expect(/status of 422/)
    await page.goto(`${await operator.openEditor()}/texts/get-contact-form-schema`)
    await page.getByRole('link', { name: 'Edit the whole file' }).click()
    await expect(page.getByRole('textbox')).toHaveCount(4)
    await expectAccessible(page)
    await page.getByRole('textbox', { name: /^Swahili/ }).fill('{')
    await page.getByRole('button', { name: 'Check without saving' }).click()
    await expect(page.getByRole('alert')).toContainText('sw/get-contact-form-schema: not JSON')
  })
})
