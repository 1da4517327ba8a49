import { courtDayEvents } from './bookings/court-day.events.js';
import { courtEvents } from './courts/court.events.js';
import { cityDemandEvents } from './cities/city-demand.events.js';
import { claimEvents } from './identity/claim.events.js';
import { userEvents } from './identity/user.events.js';

/** Every event set of the application: what the codec understands and projections may follow. */
export const allEvents = [userEvents, claimEvents, courtEvents, courtDayEvents, cityDemandEvents];
