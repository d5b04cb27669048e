/** An element, and the places of it and of its ancestors, from the inside to the outside. */
interface Place {
  readonly element: Element
  readonly levels: readonly { readonly parent: Element; readonly index: number }[]
}

const FOCUSABLE = ':is(a[href], button, input, select, textarea, [tabindex]):not(:disabled)'

function placeOf(element: Element): Place {
  const levels = []
  let child = element
  while (child.parentElement) {
    const parent = child.parentElement
    levels.push({ parent, index: [...parent.children].indexOf(child) })
    child = parent
  }
  return { element, levels }
}

function findNear({ levels }: Place): HTMLElement | undefined {
  for (const { parent, index } of levels) {
    const successor = parent.isConnected ? (parent.children[index] ?? parent.lastElementChild) : null
    const found = successor?.matches(FOCUSABLE) ? successor : successor?.querySelector(FOCUSABLE)
    if (found) return found as HTMLElement
  }
  return undefined
}

/**
 * If the focused element of a view is removed, for example with the row of a table, moves the focus to what is now at its
 * place. Otherwise the keyboard would start at the top of the page again.
 */
export function keepFocus(): void {
  let last: Place | undefined

  document.addEventListener('focusin', ({ target }) => {
    const element = target as Element
    // A dialog gives the focus back to the element that had it before.
    if (element.closest('dialog')) return
    // A click on no element in particular moves the focus to `main`.
    last = element.closest('main') ? placeOf(element) : undefined
  })
  new MutationObserver(() => {
    if (!last || last.element.isConnected || document.activeElement !== document.body) return
    findNear(last)?.focus({ preventScroll: true })
  }).observe(document.body, { childList: true, subtree: true })
}
