const payments = 'packages/server/src/payments'

/** Files in which one wrong character costs a customer or the operator money, and how. */
const moneyFiles = {
  'packages/domain/src/payments/payment-states.ts':
    'a missing move loses late money, a wrong one delivers or refunds twice',
  'packages/domain/src/payments/payment-status.ts': 'FAILED said of money that was kept',
  'packages/domain/src/payments/payment-deadlines.ts': 'promises of when money is back',
  'packages/domain/src/payments/review-resolutions.ts': 'what a person may do with stuck money',
  'packages/domain/src/money/money.ts': 'sums',
  'packages/domain/src/money/amount-limits.ts': 'sums as people type them',
  'packages/domain/src/payments/payment-options.ts': 'who may pay with what',
  'packages/domain/src/payments/payment-pages.ts': 'who may pay again',
  [`${payments}/payments.ts`]: 'the money is taken once',
  [`${payments}/status-checks.ts`]: 'what the provider says becomes what we believe',
  [`${payments}/deliveries.ts`]: 'what was paid for is given once',
  [`${payments}/refunds.ts`]: 'money goes back once',
  [`${payments}/payment-progress.ts`]: 'hints about money are acted on',
  [`${payments}/pin/pin-payments.ts`]: 'a PIN is sent once',
  [`${payments}/idempotency.ts`]: 'a call that is repeated is done once',
  [`${payments}/attempt.ts`]: 'out of which states money may come',
}

export default {
  mutate: Object.keys(moneyFiles),
  testRunner: 'vitest',
  vitest: { configFile: 'bench/reliability/mutation/vitest.config.ts' },
  plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // On a busy machine a test waits; endless loops are counted and stopped long before.
  timeoutMS: 30_000,
  timeoutFactor: 4,
  dryRunTimeoutMinutes: 20,
  thresholds: { high: 95, low: 90, break: 90 },
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { logTests: false, reportTests: false },
  // Its reader of tsconfig requires an interface that TypeScript 7 does not have; nothing here is compiled.
  tsconfigFile: 'none.json',
  ignorePatterns: ['build', 'build-earlier', '.data', '.cache', 'docs', 'e2e', 'apps/sandbox'],
  tempDirName: '.cache/stryker',
  cleanTempDir: 'always',
}
