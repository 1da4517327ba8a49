import { CourtForm } from '@courtly/contracts/courts';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { type CourtValues, addressOf } from './court-values';

const { '~standard': contract } = CourtForm;

/** The contract's court form over the fields as they are filled in. It takes lists as they are, too. */
export const CourtSchema: StandardSchemaV1<CourtValues, CourtForm> = {
  '~standard': {
    version: 1,
    vendor: contract.vendor,
    validate: (values) =>
      contract.validate({
        ...(values as CourtValues),
        address: addressOf(values as CourtValues),
      }) as ReturnType<StandardSchemaV1<CourtValues, CourtForm>['~standard']['validate']>,
  },
};
