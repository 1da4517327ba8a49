import { describe, expect, it } from '@jest/globals';
import { suggestionsFor, withAmenity } from './amenities';

describe('amenities', () => {
  it('are trimmed, without empty or duplicate entries', () => {
    expect(withAmenity(['WiFi'], '  Sauna ')).toEqual(['WiFi', 'Sauna']);
    expect(withAmenity(['WiFi'], '   ')).toEqual(['WiFi']);
    expect(withAmenity(['WiFi'], ' wifi ')).toEqual(['WiFi']);
    expect(withAmenity(['Café'], 'cafe\u200B')).toEqual(['Café']);
  });

  it('are limited to twenty', () => {
    const twenty = Array.from({ length: 20 }, (_, index) => `Amenity ${index}`);
    expect(withAmenity(twenty.slice(1), 'Sauna')).toHaveLength(20);
    expect(withAmenity(twenty, 'Sauna')).toEqual(twenty);
  });

  it('are suggested until they are listed', () => {
    expect(suggestionsFor([])).toContain('Café');
    expect(suggestionsFor(['café'])).not.toContain('Café');
  });
});
