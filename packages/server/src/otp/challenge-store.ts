/** What has counted once, and counts no more. */
export interface ChallengeStore {
  /** True for one caller of those who show the same. */
  spend(key: string): Promise<boolean>
  /** It may count once more. */
  giveBack(key: string): Promise<void>
}
