/** Everything of ours that runs in the audio thread, in one file: it is fetched once. */
import '../looper/effects/deskProcessor.ts';
import './limiterProcessor.ts';
