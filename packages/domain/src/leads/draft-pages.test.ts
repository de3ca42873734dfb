import { describe, expect, it } from 'vitest'
import { draftPages, getDraftSituation, resolveDraftPage } from './draft-pages.ts'

const begun = { hasPlan: false, hasDetails: false, hasPlace: false, isProved: false, isSent: false }
const planned = { ...begun, hasPlan: true }
const described = { ...planned, hasDetails: true }
const placed = { ...described, hasPlace: true }
const proved = { ...placed, isProved: true }
const sent = { ...proved, isSent: true }

const shown = (summary: Parameters<typeof getDraftSituation>[0]) => {
  const situation = getDraftSituation(summary)
  return draftPages.map((page) => resolveDraftPage(situation, page))
}

describe('an order for home internet', () => {
  it.each([
    ['begins with the plan', begun, ['plan', 'plan', 'plan', 'plan', 'plan']],
    ['asks who you are next', planned, ['plan', 'details', 'details', 'details', 'details']],
    ['asks then where you live', described, ['plan', 'details', 'place', 'place', 'place']],
    ['proves the number last, and lets you go back until then', placed, ['plan', 'details', 'place', 'code', 'place']],
    ['shows nothing that was typed once the number is proved', proved, ['done', 'done', 'done', 'done', 'done']],
    ['is not sent twice', sent, ['done', 'done', 'done', 'done', 'done']],
  ])('%s', (_, summary, pages) => {
    expect(shown(summary)).toEqual(pages)
  })

  it('can be proved once it has a place and details', () => {
    expect(getDraftSituation({ ...proved, hasPlace: false })).toBe('described')
    expect(getDraftSituation({ ...proved, hasDetails: false })).toBe('planned')
  })
})
