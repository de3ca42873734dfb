const payments = 'apps/portal/server/payments'

/** Files in which one wrong character costs somebody money, and how. */
const moneyFiles = {
  'packages/domain/src/attempt-state.ts': 'a missing move loses late money',
  'packages/domain/src/delivery-state.ts': 'a wrong move delivers twice',
  'packages/domain/src/refund-state.ts': 'a wrong move gives back twice',
  'packages/domain/src/legal-moves.ts': 'the database refuses what is not in it',
  'packages/domain/src/payment-status.ts': 'FAILED said of money that was kept',
  'packages/domain/src/payment-deadlines.ts': 'promises of when money is back',
  'packages/domain/src/review-resolutions.ts': 'what a person may do with stuck money',
  'packages/domain/src/money.ts': 'sums',
  'packages/domain/src/amount-limits.ts': 'sums as people type them',
  'packages/domain/src/payment-options.ts': 'who may pay with what',
  'packages/domain/src/payment-pages.ts': 'who may pay again',
  [`${payments}/payments.ts`]: 'the money is taken once',
  [`${payments}/settlement.ts`]: 'what the provider says becomes what we believe',
  [`${payments}/fulfilment.ts`]: 'what was paid for is given once',
  [`${payments}/refunds.ts`]: 'money goes back once',
  [`${payments}/check-schedule.ts`]: 'until when money is looked for',
  [`${payments}/payment-progress.ts`]: 'hints about money are acted on',
  [`${payments}/pin-payments.ts`]: 'a PIN is sent once',
  [`${payments}/idempotency.ts`]: 'a call that is repeated is done once',
  [`${payments}/attempt.ts`]: 'out of which states money may come',
}

export default {
  mutate: Object.keys(moneyFiles),
  testRunner: 'vitest',
  vitest: { configFile: 'bench/mutation/vitest.config.ts' },
  plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // On a busy machine a test waits for its turn; what goes round in circles is counted and stopped long before.
  timeoutMS: 30_000,
  timeoutFactor: 4,
  thresholds: { high: 95, low: 90, break: 90 },
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { logTests: false, reportTests: false },
  // Its reader of tsconfig wants an interface that TypeScript 7 does not have; nothing here is compiled.
  tsconfigFile: 'none.json',
  ignorePatterns: ['build', 'build-earlier', '.data', '.cache', 'docs', 'e2e', 'apps/sandbox'],
  tempDirName: '.cache/stryker',
  cleanTempDir: 'always',
}
