import { CourtForm } from '@courtly/contracts/courts';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { type CourtValues, fullAddress, neighborRulesIn } from './court-values';

const { '~standard': contractSchema } = CourtForm;

/** Validates the form fields with the contract schema, which also accepts lists as arrays. */
export const CourtSchema: StandardSchemaV1<CourtValues, CourtForm> = {
  '~standard': {
    version: 1,
    vendor: contractSchema.vendor,
    validate: (fieldValues) =>
      contractSchema.validate({
        ...(fieldValues as CourtValues),
        address: fullAddress(fieldValues as CourtValues),
        neighborRules: neighborRulesIn((fieldValues as CourtValues).neighborRules),
      }) as ReturnType<StandardSchemaV1<CourtValues, CourtForm>['~standard']['validate']>,
  },
};
