import { Module } from '@nestjs/common';
import { PoliciesController } from './policies.controller.js';
import { PolicyQueries } from './policies.queries.js';
import { PolicyAtStart } from './policy-at-start.service.js';

/** The policies that took effect. */
@Module({ controllers: [PoliciesController], providers: [PolicyAtStart, PolicyQueries] })
export class PoliciesModule {}
