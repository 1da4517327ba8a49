/** Returns the page heading and makes it focusable. */
export const pageHeading = (): HTMLElement | null => {
  const heading = document.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  return heading;
};
