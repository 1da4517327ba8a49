import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { FieldValues, Resolver } from 'react-hook-form';

/**
 * Validates a form with a contract schema that loads lazily. Loading starts with the form, so the
 * schema is usually ready before the first submit.
 */
export const schemaResolver = <Values extends FieldValues, Parsed>(
  loadSchema: () => Promise<StandardSchemaV1<Values, Parsed>>,
): Resolver<Values, unknown, Parsed> => {
  const loadResolver = async () => {
    const [{ standardSchemaResolver }, { setUpForPages }] = await Promise.all([
      import('@hookform/resolvers/standard-schema'),
      import('@courtly/contracts/plain-errors'),
    ]);
    setUpForPages();
    return standardSchemaResolver(await loadSchema());
  };
  void loadResolver().catch(() => undefined);
  return async (...resolverArguments) => (await loadResolver())(...resolverArguments);
};
