import { ButtonChips } from '../ui/chips.tsx'
import type { SavedChoice } from './saved-choice.ts'

/** The saved numbers or accounts below the field that they fill. */
export function SavedChips({ saved }: { readonly saved: SavedChoice | undefined }) {
  if (saved === undefined) return null
  return (
    <>
      <ButtonChips {...saved.chips} />
      <button className="link" type="submit" {...saved.wipe} />
    </>
  )
}
