/**
 * The URL of the map style that the operator has set, which the server puts in the page. Without
 * it, maps are sketches.
 */
export const mapStyleUrl = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="courtly:map-style"]')?.content;
