/** The heading of the page, ready to take focus. */
export const pageHeading = (): HTMLElement | null => {
  const heading = document.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  return heading;
};
