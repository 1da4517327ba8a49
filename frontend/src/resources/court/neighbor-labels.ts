import type { CourtDetail } from '@courtly/contracts/courts';
import { hourLabel } from '../../lib/hours';
import { sportOptions } from '../../lib/sports';

type NeighborRules = CourtDetail['neighborRules'];

/** `21:00` as `9 PM`. */
export const clockHourLabel = (clockHour: string): string => hourLabel(parseInt(clockHour));

const quietHoursLabel = (sport: string, { from, to }: Readonly<{ from: string; to: string }>) =>
  `No ${sport.toLowerCase()} from ${clockHourLabel(from)} to ${clockHourLabel(to)}`;

const carsLabel = (maxCars: number): string => {
  if (maxCars === 0) return 'No parking: come on foot, by bike, or get dropped off';
  return maxCars === 1 ? 'One car per booking' : `Up to ${maxCars} cars per booking`;
};

/** The rules that apply to a court, one line each. */
export const neighborLines = ({
  sports,
  neighborRules,
}: Pick<CourtDetail, 'sports'> & { neighborRules: NeighborRules }): string[] => {
  const { quietHours, lightsOff, maxPlayers, maxCars, noEvents } = neighborRules;
  return [
    ...sportOptions.flatMap(({ value, label }) => {
      const sportHours = sports.includes(value) && quietHours[value];
      return sportHours ? [quietHoursLabel(label, sportHours)] : [];
    }),
    ...(lightsOff ? [`Lights off at ${clockHourLabel(lightsOff)}`] : []),
    `Up to ${maxPlayers} players`,
    ...(maxCars === null ? [] : [carsLabel(maxCars)]),
    ...(noEvents ? ['No parties or events'] : []),
  ];
};
