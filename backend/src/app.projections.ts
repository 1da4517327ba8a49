import type { AnyProjection } from './projections/projection.js';
import { bookings } from './bookings/bookings.projection.js';
import { courtDays } from './bookings/court-days.projection.js';
import { cityDemand } from './cities/city-demand.projection.js';
import { courts } from './courts/courts.projection.js';
import { people } from './identity/people.projection.js';

/** Every read model of the application. */
export const allProjections: readonly AnyProjection[] = [people, courts, bookings, courtDays, cityDemand];
