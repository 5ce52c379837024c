/** Stands for the modules of Node in packages that would use them there (`vite.config.ts`). */
export default {};
