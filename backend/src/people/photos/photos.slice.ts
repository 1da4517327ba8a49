import { defineSlice } from '../../platform/slice.js';
import { PHOTOS } from './photos.js';
import { StoredPhotos } from './stored-photos.service.js';

export const photos = defineSlice({
  name: 'photos',
  providers: [{ provide: PHOTOS, useClass: StoredPhotos }],
  exports: [PHOTOS],
  events: [],
  projections: [],
});
