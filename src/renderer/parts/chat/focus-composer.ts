export function focusComposer(): void {
  document.querySelector<HTMLTextAreaElement>('.composer-box > textarea')?.focus()
}

/** For a button that goes away when it is pressed. */
export const thenFocusComposer =
  <Given extends unknown[]>(act: (...given: Given) => unknown) =>
  (...given: Given) => {
    void act(...given)
    focusComposer()
  }
