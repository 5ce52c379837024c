import type { FastifyInstance } from 'fastify';
import type { Devnet } from './openDevnet.ts';
import { RPC_PATH } from './protocol.ts';
import { RPC_MAX_BYTES } from './rpc.ts';

/** Mounts the JSON-RPC of the play-money chain for wallets in pages of this server; anybody may ask. */
export function mountDevnet(app: FastifyInstance, devnet: Pick<Devnet, 'rpc'>): void {
  app.post(
    RPC_PATH,
    { schema: { hide: true }, bodyLimit: RPC_MAX_BYTES },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return devnet.rpc(request.body);
    },
  );
}
