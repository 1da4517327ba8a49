import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { FieldValues, Resolver } from 'react-hook-form';

/**
 * Checks a form by a schema of the contract that is loaded beside the page, not with it. The form starts the load when it
 * shows, so that the schema is there before the first press of the button.
 */
export const schemaResolver = <Values extends FieldValues, Parsed>(
  load: () => Promise<StandardSchemaV1<Values, Parsed>>,
): Resolver<Values, unknown, Parsed> => {
  const loaded = async () => {
    const [{ standardSchemaResolver }, { setUpForPages }] = await Promise.all([
      import('@hookform/resolvers/standard-schema'),
      import('@courtly/contracts/plain-errors'),
    ]);
    setUpForPages();
    return standardSchemaResolver(await load());
  };
  void loaded().catch(() => undefined);
  return async (...form) => (await loaded())(...form);
};
