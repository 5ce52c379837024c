/** The part of pngjs 7 that pictures are read with. */
declare module 'pngjs' {
  export const PNG: {
    sync: {
      /** Pixels of a PNG, four bytes each from the top left. */
      read(png: Uint8Array): {
        readonly width: number;
        readonly height: number;
        readonly data: Uint8Array;
      };
    };
  };
}
