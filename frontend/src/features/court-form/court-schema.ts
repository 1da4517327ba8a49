import { CourtForm } from '@courtly/contracts/courts';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { CourtValues } from './court-values';

/** The contract's court form. It takes lists as they are, too, and says itself what a surface is. */
export const CourtSchema = CourtForm as StandardSchemaV1<CourtValues, CourtForm>;
