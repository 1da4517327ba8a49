import type { Type } from '@nestjs/common';
import type { EventSet } from './kernel/events.js';
import type { AnyProcess } from './processes/process.js';
import type { AnyProjection } from './projections/projection.js';

/**
 * What a slice brings: its parts for Nest, the events that it writes, the read models that are folded from events, and what
 * follows from events and from time.
 */
export type Slice = Readonly<{
  name: string;
  module: Type;
  events: readonly EventSet[];
  projections: readonly AnyProjection[];
  processes?: readonly AnyProcess[];
}>;
