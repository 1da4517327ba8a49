import type { DynamicModule, InjectionToken, Provider, Type } from '@nestjs/common';
import type { EventSet } from './kernel/events.js';
import type { AnyProcess } from './processes/process.js';
import type { AnyProjection } from './projections/projection.js';

/** The parts of a slice. `exports` names providers that other slices inject. */
type SliceDefinition = Readonly<{
  name: string;
  controllers?: readonly Type[];
  providers?: readonly Provider[];
  exports?: readonly InjectionToken[];
  events: readonly EventSet[];
  projections: readonly AnyProjection[];
  processes?: readonly AnyProcess[];
}>;

export type Slice = Readonly<{
  name: string;
  module: DynamicModule;
  events: readonly EventSet[];
  projections: readonly AnyProjection[];
  processes: readonly AnyProcess[];
}>;

/** Declares a slice and creates its Nest module, which is global if it exports anything. */
export const defineSlice = ({
  name,
  controllers = [],
  providers = [],
  exports = [],
  events,
  projections,
  processes = [],
}: SliceDefinition): Slice => {
  // Nest logs and identifies a module by its class name.
  const moduleClass = { [`${name}Module`]: class {} }[`${name}Module`]!;
  return {
    name,
    module: {
      module: moduleClass,
      global: exports.length > 0,
      controllers: [...controllers],
      providers: [...providers],
      exports: [...exports],
    },
    events,
    projections,
    processes,
  };
};
