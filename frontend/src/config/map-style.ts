/** The style of the maps as the operator named it to the server, which says so in the page; without one maps are sketches. */
export const mapStyleUrl = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="courtly:map-style"]')?.content;
