export interface PageView {
  /** `homepage`, `MW_cw_prepaid_recharge` */
  readonly page: string
  readonly language: string
}

/** Reports each page view: the page, and nothing about the visitor. */
export interface PageViews {
  viewed(view: PageView): void
}
