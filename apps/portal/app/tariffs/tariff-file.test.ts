import { type Bundle, dataVolume, voiceVolume } from '@nyanja/domain/bundles/bundle'
import { money } from '@nyanja/domain/money/money'
import { expect, it } from 'vitest'
import { tariffFile } from './bundles-csv.ts'

const combo: Bundle = {
  productCode: 'MW-X-1000',
  name: '=Combo, 1GB',
  description: '',
  category: 'mixed',
  period: 'Weekly',
  lineType: 'PREPAID',
  data: dataVolume(1.5, 'GB'),
  voice: voiceVolume(1, 'HOUR'),
  sms: 100,
  validity: { amount: 1, unit: 'week' },
  price: money('MWK', 250_050),
}
const night: Bundle = {
  ...combo,
  productCode: 'N',
  name: 'Night',
  category: 'data',
  period: undefined,
  data: dataVolume(2, 'GB'),
  voice: undefined,
  sms: undefined,
  validity: { amount: 6, unit: 'hour' },
  price: money('MWK', 90_000),
}
const endless: Bundle = { ...night, productCode: 'U', name: 'Home', data: 'unlimited', validity: 'unlimited' }

it('writes the content of the tariff table to a file, in words for machines', () => {
  expect(tariffFile([combo, night, endless]).split('\r\n')).toEqual([
    '\uFEFFproduct_code,name,category,period,line_type,price,currency,data_mb,voice_minutes,sms,validity_days,price_per_mb,renews',
    `MW-X-1000,"'=Combo, 1GB",mixed,Weekly,PREPAID,2500.50,MWK,1500,60,100,7,,no`,
    'N,Night,data,Others,PREPAID,900,MWK,2000,,,0.25,0.4500,no',
    'U,Home,data,Others,PREPAID,900,MWK,-1,,,-1,,no',
    '',
  ])
})
