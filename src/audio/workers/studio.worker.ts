import { serve } from './serve.ts';
import { studioTasks } from './studioTasks.ts';

serve(studioTasks);
