import type { Court } from '@courtly/contracts/courts';
import { describe, expect, it } from '@jest/globals';
import { courtTags } from './court-tags.js';

const court: Court = {
  id: '0kn988p5e1',
  ownerId: 'u1',
  name: 'Camelback Court',
  description: 'Walled and quiet.',
  location: 'Paradise Valley',
  address: 'E Horseshoe Ln',
  street: 'E Horseshoe Ln',
  latitude: 33.53,
  longitude: -111.94,
  zone: 'America/Phoenix',
  surfaceType: 'clay',
  sports: ['tennis', 'pickleball'],
  courtAccess: 'public',
  hourlyRate: '300.00',
  shownPrice: { amount: '300.00', note: null },
  photos: ['/api/photos/courts/0kn988p5e1/a.webp'],
  amenities: ['Lights'],
  houseRules: '',
  arrivalNotes: '',
  gateCode: '',
  isActive: true,
  hiddenBecause: null,
  awaitsApproval: false,
  version: 3,
  createdAt: '2027-01-01T00:00:00.000Z',
  weeklyHours: {} as Court['weeklyHours'],
  policy: {
    leadMinutes: 60,
    horizonDays: 14,
    instantBook: false,
    standard: { leadMinutes: 120, horizonDays: 14 },
  },
  rating: { rating: null, count: 0 },
};

describe('the tags of a court', () => {
  it('contain its name, city, surface, rate, and first photo', () => {
    expect(courtTags(court, 'https://courtly.example')).toMatchObject({
      title: 'Camelback Court, Paradise Valley · Courtly',
      description: 'Private clay court in Paradise Valley, $300 an hour. Walled and quiet.',
      path: '/courts/0kn988p5e1',
      image: '/api/photos/courts/0kn988p5e1/a.webp',
      indexed: true,
    });
  });

  it('describe the court in structured data that matches its public view', () => {
    expect(courtTags(court, 'https://courtly.example').data).toMatchObject({
      '@type': 'SportsActivityLocation',
      url: 'https://courtly.example/courts/0kn988p5e1',
      image: ['https://courtly.example/api/photos/courts/0kn988p5e1/a.webp'],
      address: { streetAddress: 'E Horseshoe Ln', addressLocality: 'Paradise Valley' },
      geo: { latitude: 33.53, longitude: -111.94 },
      makesOffer: [{ price: '300.00', priceCurrency: 'USD' }, { name: 'Pickleball, one hour' }],
    });
  });

  it('omit unknown values', () => {
    const sparse = {
      ...court,
      address: court.location,
      latitude: null,
      longitude: null,
      photos: [],
      description: '',
    };
    const { data, image, description } = courtTags(sparse, 'https://courtly.example');
    expect(image).toBe('/social/clay.png');
    expect(description).toBe('Private clay court in Paradise Valley, $300 an hour.');
    for (const key of ['geo', 'image', 'description']) expect(data).not.toHaveProperty(key);
    expect(data).toHaveProperty('address', {
      '@type': 'PostalAddress',
      addressLocality: 'Paradise Valley',
    });
  });
});
