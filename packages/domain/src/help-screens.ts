/** Screens to which an answer or a category of the help centre may lead; pages know their addresses. */
export const helpScreens = [
  'recharge',
  'bills',
  'dataBundle',
  'dataBalance',
  'fixedInternet',
  'internet',
  'trackLead',
  'tariffs',
  'coverage',
  'shops',
  'dealers',
  'contact',
  'feedback',
  'loans',
  'privacy',
  'about',
  'findPayment',
  'serviceStatus',
  'forgetPhone',
] as const

/** Those to which a whole category may lead instead of holding answers. */
export const destinations = [
  'contact',
  'shops',
  'dealers',
  'feedback',
  'loans',
] as const satisfies readonly HelpScreen[]

export type Destination = (typeof destinations)[number]

export type HelpScreen = (typeof helpScreens)[number]
