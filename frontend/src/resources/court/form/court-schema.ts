import { CourtForm } from '@courtly/contracts/courts';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { type CourtValues, addressOf } from './court-values';

const { '~standard': contract } = CourtForm;

/** Validates the form fields with the contract schema, which also accepts lists as arrays. */
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
