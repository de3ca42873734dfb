import { index, prefix, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  ...prefix('sw?', [
    index('home/home.tsx'),
    route('about', 'errors/about.tsx'),
    route('page-not-found', 'errors/page-not-found.tsx'),
    route('prepaid-recharge', 'recharge/recharge.tsx'),
    route('postpaid-bill-pay', 'bills/bill.tsx'),
    route('postpaid-bill-pay/code', 'bills/bill-code.tsx'),
    route('postpaid-bill-pay/account', 'bills/bill-account.tsx'),
    route('payment/start/card/continue', 'payment/hand-over.tsx'),
    route('payment/start/code', 'payment/code.tsx'),
    route('payment/start/wait', 'payment/wait.tsx'),
    route('payment/start/pin', 'payment/pin.tsx'),
    route('payment/start/ask', 'pay-me/ask.tsx'),
    route('payment/start/airtime/confirm', 'payment/confirm.tsx'),
    route('payment/start/:method?', 'payment/start.tsx'),
    route('payment/correction', 'corrections/ask-correction.tsx'),
    route('payment/correction/code', 'corrections/correction-code.tsx'),
    route('payment/status/:id?', 'payment/status.tsx'),
    route('payment/status/:id/state', 'payment/state.ts'),
    route('pay-me/:token', 'pay-me/pay-me.tsx'),
    route('table', 'tariffs/table.tsx'),
    route('table/bundles.csv', 'tariffs/bundles-csv.ts'),
    route('service-status', 'service-status/service-status.tsx'),
    route('*', 'errors/about.tsx', { id: 'errors/unknown-address' }),
  ]),
] satisfies RouteConfig
