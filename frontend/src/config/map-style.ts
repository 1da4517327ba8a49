/** Map style URL set by the operator and served in the page. Without it, maps are sketches. */
export const mapStyleUrl = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="courtly:map-style"]')?.content;
