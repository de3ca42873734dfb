import { expectAccessibleOnTwoScreens, expectStopsInSight, expectToFit, mostEnlarged } from '../screen.ts'
import { inTurns, pagesOfSite } from '../steps/all-pages.ts'
import { observeShifts, shiftsAtRest } from '../steps/layout-shift.ts'
import { watchRequests } from '../steps/waiting.ts'
import { expect, test } from '../visitor.ts'

// One visit shows all that `npm run verify` shows in more widths, colour schemes and languages. Two halves are for two
// workers.
for (const half of [0, 1])
  test(`every page that a visitor can begin at moves nothing by itself, has no accessibility violation and can be enlarged: half ${half + 1} of 2`, async ({
    page,
  }) => {
    await page.addInitScript(observeShifts)
    const rest = watchRequests(page)
    // Neighbours are in two languages.
    for (const path of inTurns(await pagesOfSite(page)).filter((_, index) => Math.floor(index / 2) % 2 === half)) {
      await page.setViewportSize({ width: 768, height: 800 })
      await page.goto(path)
      expect(await shiftsAtRest(page, rest)).toEqual([])
      await expectAccessibleOnTwoScreens(page)
      await expectToFit(page, mostEnlarged)
      await expectStopsInSight(page)
    }
  })
