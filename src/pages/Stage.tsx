/** The stage of a jam and its remote control. */
export { ControlRoom } from '../hud/stage/ControlRoom.tsx';
export { StageRoom } from '../hud/stage/StageRoom.tsx';
