# The image of Rondo: docs/operations.md, "In a container". BASE is a Debian, or what is made of one, with Node 24.7 or
# newer and npm. Of it the image has Node and the libraries that Node loads: no shell and no package manager.
ARG BASE=node:24-bookworm-slim

# All packages, for the pages are built out of them.
FROM ${BASE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/dev-chain/package.json packages/dev-chain/
COPY packages/dev-till/package.json packages/dev-till/
COPY packages/starter-content/package.json packages/starter-content/
RUN npm ci --include=dev

FROM packages AS pages
COPY . .
RUN node node_modules/vite/bin/vite.js build --logLevel warn

# What the server runs on, without what only people and compilers read.
FROM packages AS server-packages
COPY tools/image/trim.mjs tools/image/
RUN npm prune --omit=dev && node tools/image/trim.mjs node_modules

# The image's /app, and below /image the rest of its root. A first start as the account of the image leaves its compiled
# code, which every later one finds.
FROM ${BASE} AS app
RUN command -v strip || (apt-get update && apt-get install --yes --no-install-recommends binutils)
WORKDIR /app
COPY --from=server-packages /app/node_modules node_modules
COPY assets/starter assets/starter
COPY assets/type assets/type
COPY --from=pages /app/dist dist
COPY package.json LICENSE THIRD_PARTY_NOTICES ./
COPY packages/dev-chain packages/dev-chain
COPY packages/dev-till packages/dev-till
COPY src/data src/data
COPY src/drawing src/drawing
COPY src/dsp src/dsp
COPY src/audio src/audio
COPY tools/import tools/import
COPY tools/osc tools/osc
COPY tools/image tools/image
COPY server server
RUN node tools/image/gather.mjs /image && mkdir --mode=0777 compiled
USER 1000:1000
RUN NODE_COMPILE_CACHE=/app/compiled node tools/image/warm.mjs

FROM scratch
COPY --from=app /image/root/ /
COPY --from=app --chown=1000:1000 /image/own/ /
COPY --from=app /app/node_modules /app/node_modules
COPY --from=app /app/assets /app/assets
COPY --from=app /app/dist /app/dist
COPY --from=app /app/package.json /app/LICENSE /app/THIRD_PARTY_NOTICES /app/
COPY --from=app /app/packages /app/packages
COPY --from=app /app/tools /app/tools
COPY --from=app /app/src /app/src
COPY --from=app /app/server /app/server
COPY --from=app /app/compiled /app/compiled
WORKDIR /app
USER 1000:1000
ENV PATH=/usr/local/bin NODE_ENV=production NODE_COMPILE_CACHE=/app/compiled HOST=0.0.0.0 RONDO_DATA=/data
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "http.get(`http://127.0.0.1:${process.env.PORT || 4000}/healthz`, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "server/main.ts"]
