import { describe, expect, test } from 'vitest';
import { judgeRingDrawing } from './ringDrawing.ts';

const CHIP = 'ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 (0x2504) Direct3D11 vs_5_0 ps_5_0, D3D11)';
const PROCESSORS = [
  'ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)',
  'llvmpipe (LLVM 15.0.6, 256 bits)',
  'ANGLE (Microsoft, Microsoft Basic Render Driver (0x0000008C) Direct3D11 vs_5_0 ps_5_0, D3D11)',
  'Mesa softpipe',
];

describe('what draws the rings', () => {
  test('a graphics chip where there is one, else the processor', () => {
    expect(judgeRingDrawing('auto', false, CHIP)).toBe('webgl');
    for (const renderer of PROCESSORS) {
      expect(judgeRingDrawing('auto', false, renderer)).toBe('canvas');
    }
    expect(judgeRingDrawing('auto', false, null)).toBe('canvas');
  });

  test('the processor where the chip was slow', () => {
    expect(judgeRingDrawing('auto', true, CHIP)).toBe('canvas');
  });

  test('as wished, as far as it can be', () => {
    expect(judgeRingDrawing('webgl', true, PROCESSORS[0]!)).toBe('webgl');
    expect(judgeRingDrawing('canvas', false, CHIP)).toBe('canvas');
    expect(judgeRingDrawing('webgl', false, null)).toBe('canvas');
  });
});
