/** Everything of ours that runs in the audio thread, in one file: it is fetched once. */
import '../looper/effects/reverbProcessor.ts';
import './limiterProcessor.ts';
