import { pbkdf2Sync } from 'node:crypto'
import { effortOf } from '@nyanja/domain/challenge'

const guesses = 2_000

/** What one guess at a real challenge takes on one core of this machine, in native code as an attacker would run it. */
export function measureGuessMs(): number {
  const { rounds } = effortOf(1)
  const before = process.cpuUsage().user
  for (let guess = 0; guess < guesses; guess += 1) pbkdf2Sync(`guess ${guess}`, 'salt', rounds, 32, 'sha256')
  return (process.cpuUsage().user - before) / 1000 / guesses
}
