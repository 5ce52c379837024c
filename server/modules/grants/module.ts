import { defineModule } from '../../kernel/module.ts';

/** What accounts hold: plans, collections, allowances. */
export const grants = defineModule({
  name: 'grants',
  needs: {},
});
