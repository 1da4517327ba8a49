import { bookingRoutes } from './bookings.js';
import { courtRoutes } from './courts.js';
import { identityRoutes } from './identity.js';
import { operationRoutes } from './operations.js';
import { waiverRoutes } from './waivers.js';

/** The route table: every call of the contract, by name. */
export const routes = { ...identityRoutes, ...waiverRoutes, ...courtRoutes, ...bookingRoutes, ...operationRoutes };
