/** Screen position in pixels. */
export type Pin = Readonly<{ id: string; x: number; y: number }>;

type Size = Readonly<{ width: number; height: number }>;

/**
 * Groups pins whose markers would overlap: each pin joins the first group whose first pin is close
 * enough.
 */
export const clustersOf = (pins: readonly Pin[], { width, height }: Size): Pin[][] => {
  const clusters: Pin[][] = [];
  for (const pin of pins) {
    const near = clusters.find(
      ([first]) => Math.abs(first!.x - pin.x) < width && Math.abs(first!.y - pin.y) < height,
    );
    if (near) near.push(pin);
    else clusters.push([pin]);
  }
  return clusters;
};
