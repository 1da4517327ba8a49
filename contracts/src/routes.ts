import { availabilityRoutes } from './availability.js';
import { bookingRoutes } from './bookings.js';
import { cityRoutes } from './cities.js';
import { courtRoutes } from './courts.js';
import { identityRoutes } from './identity.js';
import { operationRoutes } from './operations.js';
import { waiverRoutes } from './waivers.js';

/** The route table: every call of the contract, by name. */
export const routes = {
  ...identityRoutes,
  ...waiverRoutes,
  ...courtRoutes,
  ...availabilityRoutes,
  ...bookingRoutes,
  ...cityRoutes,
  ...operationRoutes,
};
