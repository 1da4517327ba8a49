import { Command } from 'commander';
import { CommandHandling } from '../platform/kernel/command-handling.js';
import { ALL_ZONES, ZONE_DATA_VERSION, zoneDataInUse } from '../platform/zone-data/zone-data.js';
import { withApplication } from './application.js';
import { type Cli, Failure } from './cli.js';
import { operatorContext } from './operator-context.js';

const useZoneData = (cli: Cli, zoneData: string) => {
  if (!ZONE_DATA_VERSION.test(zoneData))
    throw new Failure(`${zoneData} is not a version of time zone data. Use one such as 2026c.`);
  return withApplication(cli, async (application) => {
    const context = operatorContext(application, 'zone-data use', zoneData);
    await application
      .get(CommandHandling)
      .handle(
        zoneDataInUse,
        ALL_ZONES,
        { type: 'ReturnToZoneData', data: { zoneData, effectiveAt: context.at } },
        context,
      );
    cli.print(`API processes with zone data ${zoneData} can start. Stop those with newer data.`);
  });
};

export const zoneDataCommand = (cli: Cli): Command => {
  const zoneData = new Command('zone-data');
  zoneData
    .command('use')
    .description('let API processes start with older time zone data than a process used before')
    .argument('<version>', 'the version, such as 2026c')
    .action((version: string) => useZoneData(cli, version));
  return zoneData;
};
