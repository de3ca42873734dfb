export interface PageView {
  /** `homepage`, `MW_cw_prepaid_recharge` */
  readonly page: string
  readonly language: string
}

/** Hears of each page that somebody opens: which one, and nothing about him. */
export interface PageViews {
  viewed(view: PageView): void
}
