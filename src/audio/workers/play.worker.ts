import { playTasks } from './playTasks.ts';
import { serve } from './serve.ts';

serve(playTasks);
