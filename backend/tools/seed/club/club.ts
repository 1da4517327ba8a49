import type { INestApplicationContext } from '@nestjs/common';
import type { Cli } from '@courtly/backend/cli/cli';
import { PolicyAtStart } from '@courtly/backend/people/policies/policy-at-start.service';
import { Clock } from '@courtly/backend/platform/kernel/clock';
import { DAY_MS, HOUR_MS } from '@courtly/backend/platform/kernel/local-time';
import type { DemoPerson } from '../people.js';
import {
  tellApplications,
  tellCities,
  tellFaces,
  tellMessages,
  tellReports,
  tellTrouble,
  tellUpkeep,
} from './extras.js';
import { CLUB_DAYS } from './members.js';
import { planHours } from './plan.js';
import { inSimulatedTime } from './simulated-time.js';
import { Story } from './story.js';
import { clubOf, tellCourts, tellHour, tellPayoutAccounts, tellPeople } from './tell.js';

export const secondAdmin: DemoPerson = {
  username: 'jonah',
  firstName: 'Jonah',
  lastName: 'Ekström',
  phone: '480-555-0110',
  homeCity: '',
  preferences: null,
  kind: 'admin',
};

/** Fills an empty application with eighteen months of a club, on a simulated clock. */
export const fillClub = (
  commandLine: Cli,
  application: INestApplicationContext,
  photosFolder: string,
): Promise<number> => {
  const nowMs = Math.floor(application.get(Clock).now() / HOUR_MS) * HOUR_MS;
  const startsAt = nowMs - CLUB_DAYS * DAY_MS;
  return commandLine.step('Creating eighteen months of a club', (report) =>
    inSimulatedTime(application, startsAt, async (simulated) => {
      await application.get(PolicyAtStart).record();
      const story = new Story(nowMs);
      const club = clubOf(simulated, story, nowMs);
      tellPeople(club, [secondAdmin]);
      tellCourts(club, photosFolder);
      tellPayoutAccounts(club);
      const hours = planHours(nowMs);
      for (const hour of hours) tellHour(club, hour);
      tellFaces(club, photosFolder);
      tellApplications(club, photosFolder);
      tellCities(club);
      tellMessages(club, hours);
      tellReports(club, hours);
      tellTrouble(club, hours);
      tellUpkeep(club);
      await story.tell(simulated, report);
    }),
  );
};
