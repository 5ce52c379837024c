/** The Vorbis decoder of ogv.js 1.9.0: libvorbis as WebAssembly, one packet after the other. */
declare module 'ogv/dist/ogv-decoder-audio-vorbis-wasm.js' {
  export interface VorbisModule {
    /** Samples of the newest packet, one array a channel. */
    readonly audioBuffer: readonly Float32Array[] | null;
    init(done: () => void): void;
    processHeader(packet: ArrayBuffer, done: (isGood: number) => void): void;
    processAudio(packet: ArrayBuffer, done: (isGood: number) => void): void;
  }
  export default function load(options: { wasmBinary: ArrayBuffer }): Promise<VorbisModule>;
}
