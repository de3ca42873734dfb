import { expectAccessible } from '../screen.ts'
import { expect, test } from '../visitor.ts'

test('a place shows whether internet at home is available there, on what evidence, and leads on', {
  tag: '@verify',
}, async ({ page }) => {
  await page.goto('/openNetworks?q=Zomba')
  await expect(page.getByText('Internet at home: yes')).toBeVisible()
  await expect(page.getByText(/^Zomba has it\. We check the house itself when you order\.$/)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/openNetworks?at=-15.43,35.32')
  await expect(page.getByText(/^Zomba, 4\.\d\skm away, has it\./)).toBeVisible()
  await page.goto('/openNetworks?q=Mponela')
  await expect(page.getByText('Internet at home: not yet')).toBeVisible()
  await expect(page.getByText(/The nearest one that has it is Lilongwe, \d+\skm away\./)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ask for it, and hear when it comes' }).click()
  await expect(page).toHaveURL(/\/home-internet$/)
  await page.goto('/sw/openNetworks?q=Zomba')
  await page.getByRole('link', { name: 'Ona vifurushi vya intaneti ya nyumbani' }).click()
  await expect(page).toHaveURL(/\/sw\/home-internet$/)
})
