import { defineSlice } from '../../platform/slice.js';
import { AcceptedPapers } from './accepted-papers.service.js';
import { PapersController } from './papers.controller.js';

export const papers = defineSlice({
  name: 'papers',
  controllers: [PapersController],
  providers: [AcceptedPapers],
  exports: [AcceptedPapers],
  events: [],
  projections: [],
});
