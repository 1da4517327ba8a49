import { Global, Module } from '@nestjs/common';
import { PHOTOS } from './photos.js';
import { StoredPhotos } from './stored-photos.service.js';

/** The store of the photos that other slices show. */
@Global()
@Module({ providers: [{ provide: PHOTOS, useClass: StoredPhotos }], exports: [PHOTOS] })
export class PhotosModule {}
