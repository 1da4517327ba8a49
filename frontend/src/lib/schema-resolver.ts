import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { FieldValues, Resolver } from 'react-hook-form';

// Zod would try whether it may compile its checks with `new Function`, which pages forbid: told so beforehand, it does not.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/**
 * Checks a form by a schema of the contract that is loaded beside the page, not with it. The form starts the load when it
 * shows, so that the schema is there before the first press of the button.
 */
export const schemaResolver = <Values extends FieldValues, Parsed>(
  load: () => Promise<StandardSchemaV1<Values, Parsed>>,
): Resolver<Values, unknown, Parsed> => {
  const loaded = () => Promise.all([import('@hookform/resolvers/standard-schema'), load()]);
  void loaded().catch(() => undefined);
  return async (...form) => {
    const [{ standardSchemaResolver }, schema] = await loaded();
    return standardSchemaResolver(schema)(...form);
  };
};
