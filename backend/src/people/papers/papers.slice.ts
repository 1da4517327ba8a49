import { defineSlice } from '../../platform/slice.js';
import { PapersController } from './papers.controller.js';

export const papers = defineSlice({
  name: 'papers',
  controllers: [PapersController],
  providers: [],
  events: [],
  projections: [],
});
