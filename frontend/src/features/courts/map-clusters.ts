/** Something on a map, where it stands on the screen in pixels. */
export type Pin = Readonly<{ id: string; x: number; y: number }>;

type Size = Readonly<{ width: number; height: number }>;

/** Gathers pins whose markers of that size would cover each other: each joins the first group whose first pin is that near. */
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
