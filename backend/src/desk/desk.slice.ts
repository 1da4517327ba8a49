import type { Slice } from '../slice.js';
import { DeskModule } from './desk.module.js';

export const desk: Slice = { name: 'desk', module: DeskModule, events: [], projections: [] };
