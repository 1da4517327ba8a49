import { Module } from '@nestjs/common';
import { RequestCityHandler } from './cities.commands.js';
import { CitiesController } from './cities.controller.js';

/** Where people would like Courtly to open next. */
@Module({ controllers: [CitiesController], providers: [RequestCityHandler] })
export class CitiesModule {}
