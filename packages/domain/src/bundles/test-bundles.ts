import { money } from '../money/money.ts'
import { type Bundle, dataVolume } from './bundle.ts'

export const dailyBundle: Bundle = {
  productCode: 'MW-D-100',
  name: 'Daily 100MB',
  description: '100 MB of data for one day',
  category: 'data',
  period: 'Daily',
  lineType: 'PREPAID',
  data: dataVolume(100, 'MB'),
  validity: { amount: 1, unit: 'day' },
  price: money('MWK', 30_000),
}

export const weeklyBundle: Bundle = {
  ...dailyBundle,
  productCode: 'W',
  name: 'Weekly 1GB',
  description: '',
  period: undefined,
  data: dataVolume(1, 'GB'),
  validity: { amount: 7, unit: 'day' },
  price: money('MWK', 120_000),
}

export const endlessBundle: Bundle = {
  productCode: 'MW-Z-1000',
  name: 'No-expiry',
  description: 'Data without end',
  category: 'mixed',
  lineType: 'PREPAID',
  data: 'unlimited',
  sms: 100,
  validity: 'unlimited',
  price: money('MWK', 450_050),
}

export const homeBundle: Bundle = {
  productCode: 'HBB-150',
  name: 'Home 150GB',
  description: '150 GB for the home for thirty days',
  category: 'broadband',
  period: 'Monthly',
  lineType: 'PREPAID',
  data: dataVolume(150, 'GB'),
  validity: { amount: 30, unit: 'day' },
  price: money('MWK', 6_000_000),
}
