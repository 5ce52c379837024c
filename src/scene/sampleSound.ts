export { sampleTelemetry as sampleSound } from '../audio/telemetry.ts';
