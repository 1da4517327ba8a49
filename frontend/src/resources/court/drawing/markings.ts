export type Sport = 'tennis' | 'pickleball';
/** From (x1, y1) to (x2, y2) in meters; the net lies on the x axis. */
export type Rectangle = readonly [x1: number, y1: number, x2: number, y2: number];

type CourtDimensions = {
  width: number;
  length: number;
  side: number;
  back: number;
  netHalf: number;
  inner: Rectangle[];
};

/**
 * Dimensions in meters from the ITF and USA Pickleball rules. `side` and `back` are the run-off.
 */
const courtsBySport: Record<Sport, CourtDimensions> = {
  tennis: {
    width: 10.97,
    length: 23.77,
    side: 3.66,
    back: 6.4,
    netHalf: 6.4,
    inner: [
      [-4.115, -11.885, -4.115, 11.885],
      [4.115, -11.885, 4.115, 11.885],
      [-4.115, -6.4, 4.115, -6.4],
      [-4.115, 6.4, 4.115, 6.4],
      [0, -6.4, 0, 6.4],
      [0, -11.885, 0, -11.5],
      [0, 11.5, 0, 11.885],
    ],
  },
  pickleball: {
    width: 6.1,
    length: 13.41,
    side: 2.4,
    back: 3.6,
    netHalf: 3.35,
    inner: [
      [-3.05, -2.13, 3.05, -2.13],
      [-3.05, 2.13, 3.05, 2.13],
      [0, 2.13, 0, 6.705],
      [0, -6.705, 0, -2.13],
    ],
  },
};

export const courtDimensions = (sport: Sport): CourtDimensions => courtsBySport[sport];

/**
 * Every court line as a strip, slightly wider than the rules require so that it is visible in small
 * images.
 */
export const courtLineStrips = (sport: Sport, width = 0.11): Rectangle[] => {
  const { inner, width: courtWidth, length: courtLength } = courtsBySport[sport];
  const outerLines: Rectangle[] = [
    [-courtWidth / 2, -courtLength / 2, courtWidth / 2, -courtLength / 2],
    [-courtWidth / 2, courtLength / 2, courtWidth / 2, courtLength / 2],
    [-courtWidth / 2, -courtLength / 2, -courtWidth / 2, courtLength / 2],
    [courtWidth / 2, -courtLength / 2, courtWidth / 2, courtLength / 2],
  ];
  const halfWidth = width / 2;
  return [...outerLines, ...inner].map(([x1, y1, x2, y2]) => [
    x1 - halfWidth,
    y1 - halfWidth,
    x2 + halfWidth,
    y2 + halfWidth,
  ]);
};
