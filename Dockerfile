FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# npm's own copies of Node are for machines that have another one, and the compiler is a peer that nothing loads: together
# they would double the image.
RUN npm ci --omit=dev --no-audit --no-fund && \
    rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/typescript node_modules/@typescript

# The page as browsers get it. What builds it has no other use.
FROM packages AS page
COPY THIRD-PARTY-NOTICES.txt CHANGELOG.md ./
COPY shared ./shared
COPY scripts ./scripts
COPY api ./api
RUN node scripts/page.ts && rm -rf node_modules/esbuild node_modules/@esbuild

# Node alone: neither npm nor a compiler is in the image.
FROM debian:bookworm-slim AS base
# tini hands signals on and buries the processes that a killed browser leaves.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates tini && rm -rf /var/lib/apt/lists/*
COPY --from=packages /usr/local/bin/node /usr/local/bin/node
COPY --from=packages /usr/local/LICENSE /usr/local/share/doc/node/LICENSE
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data/kinoteka HOME=/tmp ALIVE_FILE=/tmp/alive
ENV MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=262144
ARG VERSION=unreleased
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Kinoteka" \
      org.opencontainers.image.description="Movie and TV library: searches indexers, judges releases, downloads, imports, subtitles" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
WORKDIR /app
COPY --from=page /app/node_modules ./node_modules
COPY package.json LICENSE THIRD-PARTY-NOTICES.txt CHANGELOG.md ./
COPY config ./config
COPY shared ./shared
COPY scripts ./scripts
COPY workers ./workers
COPY api ./api
COPY --from=page /app/dist ./dist
# Any user may run it: nothing in the image is written to, except /tmp.
RUN mkdir -p /data/kinoteka && chown -R 1000:1000 /data
# Each process touches the file every five seconds while it reaches Redis. `find` takes two milliseconds, another Node fifty.
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s CMD ["sh", "-c", "test -n \"$(find /tmp/alive -mmin -0.5)\""]
# A heap that grows slowly: less than half of the memory under load.
ENTRYPOINT ["sh", "/app/scripts/container.sh", "tini", "--", "node", "--max-semi-space-size=2", "--heap-growing-percent=25"]

# The pool `captcha` alone: Chromium solves the challenges of indexers.
FROM base AS captcha
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends chromium fonts-liberation && rm -rf /var/lib/apt/lists/*
ENV BROWSER_PATH=/usr/bin/chromium WORKER_POOLS=captcha
USER 1000:1000
CMD ["workers/main.ts"]

# Everything else. The last target is what `docker build` makes.
FROM base AS service
USER 1000:1000
EXPOSE 5656 6881/tcp 6881/udp
CMD ["api/main.ts"]
