export function focusComposer(): void {
  document.querySelector<HTMLTextAreaElement>('.composer-box > textarea')?.focus()
}

/** For a button that goes away when it is pressed. */
export const thenFocusComposer = (act: () => unknown) => () => {
  void act()
  focusComposer()
}
