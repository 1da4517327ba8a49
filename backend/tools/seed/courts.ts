import { type DemoCourt, courtRows, zones } from './court-rows.js';

export const demoCourts: readonly DemoCourt[] = courtRows.map(
  ([hostUsername, city, name, address, surfaceType, requestRate, amenities, more], position) => ({
    key: `court-${position + 1}`,
    host: hostUsername,
    name,
    location: city,
    zone: zones[city],
    street: address.slice(address.indexOf(' ') + 1),
    address,
    surfaceType,
    sports: ['tennis'],
    courtAccess: 'public',
    invited: [],
    hourlyRate: requestRate.toFixed(2),
    amenities,
    instantBook: false,
    houseRules: '',
    arrivalNotes: '',
    gateCode: '',
    photos: [],
    ...more,
  }),
);
