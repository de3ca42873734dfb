/** Small scripts of pages, by name, and where each begins. */
export const modules = {
  answers: 'app/help/browser/suggest-answers.ts',
  challenge: 'app/challenge/browser/solve-challenge.ts',
  code: 'app/code/browser/enter-code.ts',
  dialog: 'app/ui/browser/dialog.ts',
  fields: 'app/number/browser/check-fields.ts',
  form: 'app/form/browser/check-form.ts',
  islands: 'app/islands/browser/watch-islands.ts',
  map: 'app/map/browser/map-frames.ts',
  near: 'app/stores/browser/ask-for-location.ts',
  page: 'app/ui/browser/page.ts',
  paystack: 'app/payment/browser/paystack-popup.ts',
  pin: 'app/payment/browser/enter-pin.ts',
  plan: 'app/home-internet/browser/plan-choice.ts',
  share: 'app/ui/browser/share.ts',
  status: 'app/payment/browser/watch-status.ts',
  total: 'app/fixed/browser/sum-invoices.ts',
} as const

export type ModuleName = keyof typeof modules
