import type { Page } from '@playwright/test'
import { portalUrl } from '../addresses.ts'
import { chooseLanguage, expectAccessible } from '../screen.ts'
import { tabTo, tabToAndPress } from '../steps/keyboard.ts'
import { expect, test } from '../visitor.ts'

const smallBytes = 20_000

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const part = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const crumb = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Where you are' }).getByRole('link', { name, exact: true })
const question = (page: Page) => page.getByRole('searchbox', { name: 'What is your question?' })
const votes = (page: Page) => part(page, 'Did this help?')

async function ask(page: Page, words: string): Promise<void> {
  await question(page).fill(words)
  await page.getByRole('button', { name: 'Search' }).click()
}

async function openAnswer(page: Page, id: string): Promise<void> {
  await page.goto(`/gethelp/a/${id}`)
  await expect(votes(page)).toBeVisible()
}

test.describe('the help centre', () => {
  test('leads from a category to the answer, and back step by step', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Help' }).first().click()
    await expect(heading(page)).toHaveText('Help')
    await expect(part(page, 'Most asked').getByRole('link')).toHaveCount(10)

    await part(page, 'What is it about?')
      .getByRole('link', { name: /^Bundles and data/ })
      .click()
    await expect(page).toHaveURL(/\/gethelp\/bundles$/)
    await expect(part(page, 'Also asked often').getByRole('link')).toHaveCount(5)

    await page.getByRole('link', { name: /^Buying a bundle/ }).click()
    await expect(page).toHaveURL(/\/gethelp\/bundles\/bundles-buy$/)
    await expect(part(page, 'More about Bundles and data').getByRole('link').first()).toBeVisible()

    await part(page, 'Buying a bundle').getByRole('link', { name: 'How do I buy a bundle?' }).click()
    await expect(page).toHaveURL(/\/gethelp\/a\/buy-a-bundle$/)
    await expect(heading(page)).toHaveText('How do I buy a bundle?')
    await expect(part(page, 'Related questions').getByRole('link').first()).toBeVisible()
    await expect(part(page, 'Still need help?').getByRole('link', { name: /^Call 300/ })).toHaveAttribute(
      'href',
      'tel:300',
    )

    await page.getByRole('link', { name: 'Back' }).click()
    await expect(heading(page)).toHaveText('Buying a bundle')
    await crumb(page, 'Bundles and data').click()
    await expect(heading(page)).toHaveText('Bundles and data')
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(heading(page)).toHaveText('Help')
  })

  test('ends an answer at the page where the task is done', { tag: '@verify' }, async ({ page }) => {
    await openAnswer(page, 'buy-a-bundle')
    await page.getByRole('link', { name: 'Top up now' }).click()
    await expect(heading(page)).toHaveText('Airtime or a bundle')
  })

  test('leads a visitor who wants to talk to a person to the contact pages, without further questions', {
    tag: '@verify',
  }, async ({ page }) => {
    await page.goto('/gethelp/contact-details')
    await expect(part(page, 'Also asked often')).toHaveCount(0)
    await expectAccessible(page)
    await page
      .getByRole('link', { name: /^Contact us/i })
      .first()
      .click()
    await expect(page).toHaveURL(/\/contact-us$/)
    await page.goto('/gethelp/contact-details/contact-details-loans')
    await expect(page).toHaveURL(/\/more-nyanja-money$/)
  })

  test('keeps one address for each answer, in any category', { tag: '@verify' }, async ({ request }) => {
    const moved = await request.get('/gethelp/sim/sim-lost/buy-a-bundle', { maxRedirects: 0 })
    expect(moved.status()).toBe(308)
    expect(moved.headers().location).toBe('/gethelp/a/buy-a-bundle')
    for (const strange of ['/gethelp/a/no-such', '/gethelp/a/%0D%0Ax'])
      expect((await request.post(strange, { form: { vote: 'yes' } })).status()).toBe(404)
  })

  test('explains a missing page, suggests similar ones and links to the help', { tag: '@verify' }, async ({
    page,
    complaints,
  }) => {
    complaints.expect(/status of 404/)
    for (const strange of ['/gethelp/moon', '/gethelp/earth/moon', '/gethelp/sim/sim-lost/moon', '/gethelp/a/moon']) {
      const answer = await page.goto(strange)
      expect(answer?.status()).toBe(404)
      expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      await expect(heading(page)).toHaveText('Page not found')
      await expect(part(page, 'Most asked').getByRole('link')).toHaveCount(10)
      await expect(part(page, 'What is it about?').getByRole('link')).not.toHaveCount(0)
    }
    await expectAccessible(page)

    await page.goto('/gethelp/a/lost-fone')
    await part(page, 'Answers')
      .getByRole('link', { name: /lost or stolen/ })
      .click()
    await expect(page).toHaveURL(/\/gethelp\/a\/lost-or-stolen-phone$/)

    await page.goto('/sw/gethelp/a/moon')
    await expect(heading(page)).toHaveText('Ukurasa haukupatikana')
    await page.getByRole('searchbox').fill('tapeli')
    await page.getByRole('searchbox').press('Enter')
    await expect(page).toHaveURL(/\/sw\/gethelp\/search\?q=tapeli$/)
    await expectAccessible(page)
  })

  test('can be read in Swahili, with links that stay there', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/gethelp/a/buy-a-bundle')
    await chooseLanguage(page, 'Kiswahili')
    await expect(page).toHaveURL(/\/sw\/gethelp\/a\/buy-a-bundle$/)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Rudi' }).click()
    await expect(page).toHaveURL(/\/sw\/gethelp\/bundles\/bundles-buy$/)
    await page.goto('/sw/gethelp')
    await expect(heading(page)).toHaveText('Msaada')
    await expectAccessible(page)
    await page.getByRole('searchbox').fill('kifurushi hakijafika')
    await page.getByRole('button', { name: 'Tafuta' }).click()
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: /kifurushi/i })
        .first(),
    ).toBeVisible()
    await expectAccessible(page)
  })

  test('is used with the keyboard alone', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/gethelp')
    await tabTo(page, question(page))
    await page.keyboard.type('puk')
    const suggestion = page.getByRole('list', { name: 'Answers' }).getByRole('link', { name: /PUK/ }).first()
    await tabToAndPress(page, suggestion)
    await expect(heading(page)).toHaveText(/PUK/)
    await tabToAndPress(page, votes(page).getByRole('button', { name: 'Yes' }))
    await expect(votes(page).getByRole('status')).toContainText('Thank you!')
  })
})

test.describe('a typed question', () => {
  test('shows answers below it at once, even when misspelt', async ({ page }) => {
    await page.clock.install()
    await page.goto('/gethelp')
    const requested: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/suggestions')) requested.push(request.url())
    })
    // The clock is paused: how long a busy machine takes to type does not count.
    await page.clock.pauseAt(Date.now() + 60_000)
    await question(page).pressSequentially('bundel did not com')
    await page.clock.runFor(1_000)
    await page.clock.resume()
    const answers = page.getByRole('list', { name: 'Answers' })
    await expect(answers.getByRole('link').first()).toContainText(/bundle/i)
    await expect(page.getByRole('search').getByRole('status')).toHaveText(/answers below/)
    await expectAccessible(page)
    expect(requested).toHaveLength(1)
    await question(page).fill('')
    await expect(answers).toBeHidden()
  })

  test('is kept for the writers when it has no answer, without any number', { tag: '@verify' }, async ({
    page,
    operator,
  }) => {
    await page.goto('/gethelp')
    await question(page).pressSequentially('submarine')
    await expect(page.getByRole('search').getByRole('status')).toHaveText('No match. Try other words.')
    await expectAccessible(page)
    await ask(page, 'zeppelin 0991 234 567')
    await expect(page.getByRole('heading', { name: 'We have no answer to that yet' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: /^Bundles and data/ })).toBeVisible()
    await expectAccessible(page)
    const list = await operator.runCli('help-searches', 'list')
    expect(list).toMatch(/\d+ +en +\S+ \S+ +zeppelin #/)
    expect(list).not.toContain('0991')
    expect(await operator.portalLog()).not.toMatch(/zeppelin|234 ?567/)
  })

  test('is kept too when the visitor leaves it', { tag: '@verify' }, async ({ page, operator }) => {
    await page.goto('/gethelp')
    await question(page).pressSequentially('hovercraft')
    await expect.poll(() => operator.runCli('help-searches', 'list')).toContain('hovercraft')
  })

  test('never puts a number into an address', { tag: '@verify' }, async ({ page, complaints, line }) => {
    await page.goto('/gethelp')
    await question(page).pressSequentially(`money to ${line}`)
    await expect(page.getByRole('list', { name: 'Answers' }).getByRole('link').first()).toBeVisible()
    expect(complaints.all).toEqual([])
  })
})

test.describe('an answer', () => {
  const helped = (page: Page) => votes(page).getByText(/found this helpful/)

  test('accepts one vote, and shows how many it has helped', { tag: '@verify' }, async ({
    page,
    browser,
    operator,
  }) => {
    await openAnswer(page, 'puk-code')
    expect(await page.context().cookies(portalUrl)).toEqual([])
    await votes(page).getByRole('button', { name: 'Yes' }).click()
    await expect(votes(page).getByRole('status')).toContainText('Thank you! Your answer helps us')
    await expect(helped(page)).toBeVisible()
    await expectAccessible(page)
    const [cookie] = await page.context().cookies(portalUrl)
    expect(cookie).toMatchObject({ name: '__Host-help', httpOnly: true, secure: true, sameSite: 'Lax' })
    await page.reload()
    await expect(votes(page).getByRole('button', { name: 'Yes' })).toHaveCount(0)

    await operator.letPass(2)
    const other = await browser.newPage({ baseURL: portalUrl })
    await openAnswer(other, 'puk-code')
    await expect(helped(other)).toBeVisible()
    await expect(votes(other).getByRole('button', { name: 'Yes' })).toBeVisible()
    await other.close()
  })

  test('asks for the reason when it did not help', { tag: '@verify' }, async ({ page }) => {
    await openAnswer(page, 'sim-swap')
    await votes(page).getByRole('button', { name: 'No', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'What was wrong with it?' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'I do not understand it' }).click()
    await expect(votes(page).getByRole('status')).toContainText('We will look at this answer.')
    await expect(page.getByRole('heading', { name: 'What was wrong with it?' })).toHaveCount(0)
    await expectAccessible(page)
  })

  test('accepts another vote after the phone has forgotten the first', { tag: '@verify' }, async ({ page }) => {
    await openAnswer(page, 'sim-pin')
    await votes(page).getByRole('button', { name: 'Yes' }).click()
    await expect(votes(page).getByRole('status')).toBeVisible()
    await page.goto('/forget-phone')
    await expect(page.getByRole('heading', { name: 'Answers that you voted on' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Forget everything' }).click()
    expect(await page.context().cookies(portalUrl)).toEqual([])
    await openAnswer(page, 'sim-pin')
    await expect(votes(page).getByRole('button', { name: 'Yes' })).toBeVisible()
  })

  test('reports its votes to other channels too', { tag: '@verify' }, async ({ request }) => {
    const query = 'opco=MW&questionId=volte&isLike=true'
    expect((await request.get(`/cms/webpage/likeCount/?${query}`)).ok()).toBe(true)
    const answer = await request.get('/cms/webpage/getFaqs_pCategory?opco=MW', { headers: { lang: 'SW' } })
    const { data }: { data: { questionId: string; countLikePercentage: number }[] } = await answer.json()
    expect(data.length).toBeGreaterThan(60)
    expect(data.find(({ questionId }) => questionId === 'volte')?.countLikePercentage).toBeGreaterThan(0)
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('every stage is the same, small, and cacheable', { tag: '@verify' }, async ({ page }) => {
    for (const path of ['/gethelp', '/gethelp/bundles', '/gethelp/bundles/bundles-buy', '/gethelp/a/buy-a-bundle']) {
      const answer = await page.goto(path)
      expect(answer?.headers()['cache-control']).toContain('public')
      expect((await answer?.request().sizes())?.responseBodySize ?? Number.POSITIVE_INFINITY).toBeLessThan(smallBytes)
    }
    await expectAccessible(page)
  })

  test('a question finds its answer, and the answer takes a vote and a reason', async ({ page }) => {
    await page.goto('/gethelp')
    await ask(page, 'lost my fone')
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('You searched for “lost my fone”')
    await page
      .getByRole('main')
      .getByRole('link', { name: /lost or stolen/ })
      .first()
      .click()
    await votes(page).getByRole('button', { name: 'No', exact: true }).click()
    await page.getByRole('button', { name: 'It is too long' }).click()
    await expect(votes(page).getByRole('status')).toContainText('We will look at this answer.')
  })

  test('an empty question is not searched', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/gethelp/search?q=+')
    await expect(page).toHaveURL(/\/gethelp$/)
  })
})
