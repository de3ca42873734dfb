import type { HelpScreen } from '@nyanja/domain/help'
import type { LanguagePrefix } from '@nyanja/domain/texts/language'
import { openOnly, type ScreenName } from '../open-screens.ts'
import type { HelpTexts } from './help-page.ts'

/** What the button says that leads from an answer to where it is done. */
const actionTexts = {
  recharge: 'actionRecharge',
  bills: 'actionBills',
  dataBundle: 'actionDataBundle',
  dataBalance: 'actionDataBalance',
  fixedInternet: 'actionFixedInternet',
  internet: 'actionInternet',
  trackLead: 'actionTrackLead',
  tariffs: 'actionTariffs',
  coverage: 'actionCoverage',
  shops: 'actionShops',
  dealers: 'actionDealers',
  contact: 'actionContact',
  feedback: 'actionFeedback',
  loans: 'actionLoans',
  privacy: 'actionPrivacy',
  about: 'actionAbout',
  findPayment: 'actionFindPayment',
  serviceStatus: 'actionServiceStatus',
  forgetPhone: 'actionForgetPhone',
} as const satisfies Record<HelpScreen & ScreenName, keyof HelpTexts>

/** Undefined while there is no such screen. */
export function screenHref(screen: HelpScreen, prefix: LanguagePrefix): string | undefined {
  return openOnly([{ screen }], prefix)[0]?.href
}

export function actionOf(screen: HelpScreen | undefined, prefix: LanguagePrefix, texts: HelpTexts) {
  const href = screen && screenHref(screen, prefix)
  return screen === undefined || href === undefined ? undefined : { href, text: texts[actionTexts[screen]] }
}
