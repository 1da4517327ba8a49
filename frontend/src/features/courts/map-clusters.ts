/** A screen position in pixels. */
export type MapPin = Readonly<{ id: string; x: number; y: number }>;

type MarkerSize = Readonly<{ width: number; height: number }>;

/**
 * Groups pins whose markers would overlap. A pin joins the first group whose first pin is close
 * enough.
 */
export const clustersOf = (pins: readonly MapPin[], { width, height }: MarkerSize): MapPin[][] => {
  const clusters: MapPin[][] = [];
  for (const pin of pins) {
    const nearbyCluster = clusters.find(
      ([firstPin]) =>
        Math.abs(firstPin!.x - pin.x) < width && Math.abs(firstPin!.y - pin.y) < height,
    );
    if (nearbyCluster) nearbyCluster.push(pin);
    else clusters.push([pin]);
  }
  return clusters;
};
