import type { Page } from '@playwright/test'
import { addFault, approvePush, expectSms, readSentCode } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { payAtGateway } from '../steps/card-page.ts'
import {
  askWalletForCode,
  continueButton,
  expectSums,
  expectThanks,
  heading,
  methodLink,
  moveRate,
  orderUnits,
  payButton,
  payByMpesa,
  pinField,
  pressMpesa,
  readPromptAmounts,
  receiptLine,
  switchTo,
  typeWalletCode,
  unitsField,
} from '../steps/congo.ts'
import { tabTo, tabToAndPress } from '../steps/keyboard.ts'
import { approveOnPhone, openPhone } from '../steps/phone.ts'
import { expect, test } from '../visitor.ts'

test.use({ market: 'cd' })
// The next test must not see the rate that the portal has cached.
test.afterEach(async ({ operator }) => {
  await moveRate()
  await operator.letPass(1)
})

const asText = (page: Page) => page.getByRole('main')

test.describe('in DR Congo', () => {
  test('airtime is paid in francs by M-Pesa, and charges exactly the amount shown', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    await orderUnits(page, line, 500)
    await expect(switchTo(page, 'USD 5')).toHaveAttribute('aria-current', 'true')
    await switchTo(page, /CDF 14.250/).click()
    await expect(asText(page)).toContainText(/CDF.14.250 au taux de CDF.2.850 pour USD.1\. Ce montant tient jusqu’à/)
    await expect(payButton(page)).toHaveText(/^Payer CDF 14.250$/)
    await expectAccessible(page)
    await payByMpesa(page)
    await expect(asText(page)).toContainText(/Il vous demande de valider CDF.14.250/)
    await expectAccessible(page)
    expect(await readPromptAmounts('mpesa', line)).toEqual(['CDF 14250'])

    await approveOnPhone(await openPhone(page, line))
    await expectThanks(page)
    await expect(asText(page)).toContainText('USD 5 de crédit sont sur la ligne.')
    await expect(receiptLine(page, 'Taux de change')).toHaveText(/USD 1 = CDF 2.850/)
    await expectAccessible(page)
    await expectSums(line, { taken: ['CDF 14250'], delivered: ['USD 5'] })
    await expectSms(line, /^USD 5 de crédit sont sur le \+243 83 \*\*\* \*\*\d\d\. Réf /)
  })

  test('airtime is paid in dollars by M-Pesa', { tag: '@verify' }, async ({ page, line }) => {
    await orderUnits(page, line, 250)
    await payByMpesa(page)
    expect(await readPromptAmounts('mpesa', line)).toEqual(['USD 2.5'])
    await approveOnPhone(await openPhone(page, line))
    await expectThanks(page)
    await expectSums(line, { taken: ['USD 2.5'], delivered: ['USD 2.5'] })
  })

  test('units are counted, and a hundred of them are a dollar', { tag: '@verify' }, async ({ page, line }) => {
    await page.goto('/prepaid-recharge')
    await expect(unitsField(page)).toHaveAccessibleDescription(/De 20 à 10.000 unités\. 100 unités coûtent USD.1\./)
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Numéro à recharger' }).fill(line)
    await expect(page.getByText('Ligne prépayée. Prête à être rechargée.')).toBeVisible()
    await unitsField(page).fill('19')
    await unitsField(page).blur()
    await expect(unitsField(page)).toHaveAccessibleDescription(/Le montant le plus petit est 20 unités/)
    await unitsField(page).fill('20')
    await expect(page.getByText('USD 0,20').locator('visible=true').first()).toBeVisible()
  })

  test('francs pay with every method that accepts them, and each method keeps the currency', {
    tag: '@verify',
  }, async ({ page, line }) => {
    await orderUnits(page, line, 500)
    await expect(methodLink(page, 'Crédit')).toBeVisible()
    await switchTo(page, /CDF/).click()
    await expect(methodLink(page, 'Carte')).toBeVisible()
    await expect(methodLink(page, 'Crédit')).toHaveCount(0)
    await methodLink(page, 'Nyanja Money').click()
    await expect(payButton(page)).toHaveText(/^Payer CDF 14.250$/)
    await page.reload()
    await expect(payButton(page)).toHaveText(/^Payer CDF 14.250$/)
    await switchTo(page, 'USD 5').click()
    await expect(payButton(page)).toHaveText('Payer USD 5')
  })

  test('a wallet PIN charges exactly the francs for which the code was sent', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    await orderUnits(page, line, 500)
    await switchTo(page, /CDF 14.250/).click()
    await expect(asText(page)).toContainText('Crédit : on paie seulement en USD. Choisissez USD plus haut.')
    await askWalletForCode(page, line)
    await expect(page.getByText(/Vous payez CDF.14.250\. Le code ne vaut que pour ce montant\./)).toBeVisible()
    await expectAccessible(page)
    await moveRate('3000')
    await typeWalletCode(page, await readSentCode(line))
    await expect(heading(page)).toHaveText('Tapez votre PIN')
    await expect(payButton(page)).toHaveText(/^Payer CDF.14.250$/)
    await expectAccessible(page)
    await expect(pinField(page)).toBeFocused()
    await pinField(page).fill('1234')
    await payButton(page).click()
    await expectThanks(page)
    await expectSums(line, { taken: ['CDF 14250'], delivered: ['USD 5'] })
  })

  test('a code for francs is invalid once the amount has changed', { tag: '@verify' }, async ({
    page,
    line,
    operator,
    complaints,
  }) => {
    complaints.expect(/status of 409/)
    await orderUnits(page, line, 500)
    await switchTo(page, /CDF 14.250/).click()
    await askWalletForCode(page, line)
    const code = await readSentCode(line)
    await moveRate('3000')
    await operator.letPass(16)
    await typeWalletCode(page, code)
    await expect(page.getByRole('alert')).toContainText(/Vous paieriez maintenant CDF.15.000\. Rien n’a été pris\./)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Voir le nouveau montant' }).click()
    await askWalletForCode(page, line)
    await expect(page.getByText(/Vous payez CDF.15.000\./)).toBeVisible()
    await expectSums(line, { taken: [], delivered: [] })
  })

  test('less than a dollar can be paid with Nyanja Money alone', { tag: '@verify' }, async ({ page, line }) => {
    await orderUnits(page, line, 50)
    await expect(asText(page)).toContainText('En dessous de USD 1, on paie seulement avec Nyanja Money.')
    await expect(page.getByRole('list', { name: 'Façons de payer' }).getByRole('link')).toHaveCount(1)
    await expectAccessible(page)
    await switchTo(page, /CDF 1.425/).click()
    await expect(page.getByRole('list', { name: 'Façons de payer' }).getByRole('link')).toHaveCount(1)
    await payButton(page).click()
    await expect(heading(page)).toHaveText('Regardez votre téléphone')
    expect(await readPromptAmounts('money', line)).toEqual(['CDF 1425'])
    await approvePush(line)
    await expectThanks(page)
    await expectSums(line, { taken: ['CDF 1425'], delivered: ['USD 0.5'] })
  })

  test('dollars work while the rate is unknown', { tag: '@verify' }, async ({ page, line }) => {
    await addFault({ provider: 'rates', kind: 'garbage_after' })
    await orderUnits(page, line, 500)
    await switchTo(page, 'CDF').click()
    await expect(asText(page)).toContainText(/Un problème est survenu/)
    await expect(asText(page)).toContainText('Vous pouvez payer en USD.')
    await expectAccessible(page)
    await payByMpesa(page)
    expect(await readPromptAmounts('mpesa', line)).toEqual(['USD 5'])
  })

  test('an amount is valid for minutes, even when the rate moves', { tag: '@verify' }, async ({
    page,
    line,
    operator,
  }) => {
    await orderUnits(page, line, 500)
    await switchTo(page, /CDF 14.250/).click()
    await moveRate('3000')
    await operator.letPass(4)
    await payByMpesa(page)
    expect(await readPromptAmounts('mpesa', line)).toEqual(['CDF 14250'])
  })

  test('an amount that changed is shown before it is charged', { tag: '@verify' }, async ({
    page,
    line,
    operator,
    complaints,
  }) => {
    complaints.expect(/status of 400/)
    await orderUnits(page, line, 500)
    await switchTo(page, /CDF 14.250/).click()
    await methodLink(page, 'M-Pesa').click()
    await moveRate('3000')
    await operator.letPass(6)
    await pressMpesa(page)
    await expect(page.getByRole('alert')).toContainText(/Vous payez maintenant CDF.15.000\. Rien n’a été pris\./)
    await expectAccessible(page)
    expect(await readPromptAmounts('mpesa', line)).toEqual([])

    await pressMpesa(page)
    await expect(heading(page)).toHaveText('Regardez votre téléphone')
    expect(await readPromptAmounts('mpesa', line)).toEqual(['CDF 15000'])
    await approveOnPhone(await openPhone(page, line))
    await expectThanks(page)
    await expectSums(line, { taken: ['CDF 15000'], delivered: ['USD 5'] })
  })

  test('nothing is charged in francs once the rate is unknown', { tag: '@verify' }, async ({
    page,
    line,
    operator,
    complaints,
  }) => {
    complaints.expect(/status of 400/)
    await orderUnits(page, line, 500)
    await switchTo(page, /CDF 14.250/).click()
    await methodLink(page, 'M-Pesa').click()
    await operator.letPass(6)
    await addFault({ provider: 'rates', kind: 'garbage_after' })
    await pressMpesa(page)
    await expect(page.getByRole('alert')).toContainText('Vous pouvez payer en USD.')
    expect(await readPromptAmounts('mpesa', line)).toEqual([])
    await switchTo(page, 'USD 5').click()
    await payByMpesa(page)
    expect(await readPromptAmounts('mpesa', line)).toEqual(['USD 5'])
  })

  test('a card pays in dollars, and another in francs', { tag: '@verify' }, async ({ page, line }) => {
    for (const [units, sum, taken] of [
      [300, 'USD 3', 'USD 3'],
      [400, /CDF 11.400/, 'CDF 11400'],
    ] as const) {
      await orderUnits(page, line, units)
      await switchTo(page, sum).click()
      await page.getByRole('textbox', { name: 'E-mail pour le reçu' }).fill('jean@example.com')
      await payButton(page).click()
      await expect(page.getByText('DPO Pay', { exact: true })).toBeVisible()
      await expect(page.getByText(new RegExp(taken.replace(/(\d)(\d{3})$/, '$1,?$2'))).first()).toBeVisible()
      await payAtGateway(page)
      await expectThanks(page)
    }
    await expectSums(line, { taken: ['USD 3', 'CDF 11400'], delivered: ['USD 3', 'USD 4'] })
  })

  test('a bill in dollars is paid in francs', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/postpaid-bill-pay')
    await page.getByRole('textbox', { name: 'Numéro de téléphone de la facture' }).fill('830000055')
    await continueButton(page).click()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Combien payez-vous' }).fill('1,50')
    await continueButton(page).click()
    await expect(payButton(page)).toHaveText('Payer USD 1,50')
    await switchTo(page, /CDF 4.275/).click()
    await expect(payButton(page)).toHaveText(/^Payer CDF 4.275$/)
  })

  test('the pages are in French, and in Swahili under /sw', { tag: '@verify' }, async ({ page, line, complaints }) => {
    complaints.expect(/status of 404/)
    await page.goto('/')
    await expect(heading(page)).toHaveText('Rechargez une ligne')
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Kiswahili' }).click()
    await expect(page).toHaveURL(/\/sw$/)
    await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
    await page.getByRole('textbox', { name: 'Nambari ya simu' }).fill(line)
    await page.getByRole('button', { name: 'Endelea' }).click()
    await page.getByRole('textbox', { name: 'Kiasi cha salio la simu' }).fill('500')
    await page.getByRole('button', { name: 'Endelea' }).click()
    await page
      .getByRole('navigation', { name: 'Lipa kwa' })
      .getByRole('link', { name: /CDF 14.250/ })
      .click()
    await expect(page).toHaveURL(/\/sw\/payment\/start.*currency=CDF/)
    await expect(page.getByRole('button', { name: /^Lipa CDF 14.250$/ })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Français' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    expect((await page.goto('/fr'))?.status()).toBe(404)
  })

  test('francs are chosen and paid with the keyboard alone', { tag: '@verify' }, async ({ page, line }) => {
    await orderUnits(page, line, 500)
    await tabToAndPress(page, switchTo(page, /CDF 14.250/))
    await expect(payButton(page)).toHaveText(/^Payer CDF 14.250$/)
    await tabToAndPress(page, methodLink(page, 'Nyanja Money'))
    await tabTo(page, payButton(page))
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('Regardez votre téléphone')
    expect(await readPromptAmounts('money', line)).toEqual(['CDF 14250'])
  })
})

test.describe('in DR Congo without script', () => {
  test.use({ javaScriptEnabled: false })

  test('airtime is paid in francs', { tag: '@verify' }, async ({ page, line }) => {
    await page.goto('/prepaid-recharge')
    await page.getByRole('textbox', { name: 'Numéro à recharger' }).fill(line)
    await continueButton(page).click()
    await unitsField(page).fill('500')
    await continueButton(page).click()
    await switchTo(page, /CDF 14.250/).click()
    await expectAccessible(page)
    await methodLink(page, 'Nyanja Money').click()
    await expect(payButton(page)).toHaveText(/^Payer CDF 14.250$/)
    await payButton(page).click()
    await expect(heading(page)).toHaveText('Regardez votre téléphone')
    expect(await readPromptAmounts('money', line)).toEqual(['CDF 14250'])
    await approvePush(line)
    await expectSums(line, { taken: ['CDF 14250'], delivered: ['USD 5'] })
  })
})
