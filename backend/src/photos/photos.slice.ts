import type { Slice } from '../slice.js';
import { PhotosModule } from './photos.module.js';

export const photos: Slice = { name: 'photos', module: PhotosModule, events: [], projections: [] };
