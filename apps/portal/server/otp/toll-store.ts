/** What has counted once, and counts no more. */
export interface TollStore {
  /** True for one caller of those who show the same. */
  spend(key: string): Promise<boolean>
  /** Likewise of waiting, and only as long as fewer than `most` have got through by waiting since then. */
  spendWait(key: string, limit: { readonly since: number; readonly most: number }): Promise<boolean>
}
