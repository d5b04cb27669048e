/**
 * If the focused element is removed, for example with its row, the heading of its section gets the focus. Otherwise the keyboard
 * would start at the top of the page again.
 */
export function keepFocus(): void {
  let focused: Element | undefined
  let heading: HTMLElement | null | undefined

  document.addEventListener('focusin', ({ target }) => {
    focused = target as Element
    heading = focused.closest('section:has([data-heading])')?.querySelector('[data-heading]')
  })
  new MutationObserver(() => {
    if (focused && !focused.isConnected && document.activeElement === document.body) heading?.focus()
  }).observe(document.body, { childList: true, subtree: true })
}
