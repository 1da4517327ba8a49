import { Module } from '@nestjs/common';
import { RequestCityHandler } from './cities.commands.js';
import { CitiesController } from './cities.controller.js';
import { CityQueries } from './cities.queries.js';

/** Where people would like Courtly to open next. */
@Module({ controllers: [CitiesController], providers: [RequestCityHandler, CityQueries] })
export class CitiesModule {}
