/** Why an assumption is needed, and what is known about the real service. */
export interface Evidence {
  /** The section of the API specification that is closest to the topic. */
  readonly section: string
  /** The text of that section, word for word. */
  readonly quote: string
  /** What public material shows about the real service. */
  readonly reported?: string
}
