// @ts-nocheck
// 1 GB is 1,000 MB, as price lists count and as the price per MB is understood.
const bytesPerUnit = { KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 } as const
const secondsPerUnit = { SEC: 1, MIN: 60, HOUR: 3600 } as const

export type DataUnit = keyof typeof bytesPerUnit
export type VoiceUnit = keyof typeof secondsPerUnit

/** `value` and `unit` as the catalogue says them, so that 2.6 GB is never shown as 2600 MB. */
export interface DataVolume {
  readonly bytes: number
  readonly value: number
  readonly unit: DataUnit
}

export interface VoiceVolume {
  readonly seconds: number
  readonly value: number
  readonly unit: VoiceUnit
}

export function dataVolume(value: number, unit: DataUnit): DataVolume {
  return { bytes: whole(value * bytesPerUnit[unit]), value, unit }
}

export function voiceVolume(value: number, unit: VoiceUnit): VoiceVolume {
  return { seconds: whole(value * secondsPerUnit[unit]), value, unit }
}

export function isDataUnit(text: string): text is DataUnit {
  return Object.keys(bytesPerUnit).includes(text)
}

export function isVoiceUnit(text: string): text is VoiceUnit {
  return Object.keys(secondsPerUnit).includes(text)
}

function whole(volume: number): number {
  const rounded = Math.round(volume)
  if (rounded < 0 || !Number.isSafeInteger(rounded)) throw new RangeError(`${volume} is not a volume`)
  return rounded
}
