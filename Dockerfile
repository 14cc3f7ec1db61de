FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim AS base
# tini hands signals on and buries the processes that a killed browser leaves.
RUN apt-get update && apt-get install -y --no-install-recommends tini && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=262144
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json ./
COPY config ./config
COPY shared ./shared
COPY api ./api
COPY workers ./workers
RUN mkdir /data && chown node:node /data
VOLUME /data
# A heap that grows slowly: less than half of the memory under load.
ENTRYPOINT ["tini", "--", "node", "--max-semi-space-size=2", "--heap-growing-percent=25"]

# The pool `captcha` alone: Chromium solves the challenges of indexers.
FROM base AS captcha
RUN apt-get update && apt-get install -y --no-install-recommends chromium fonts-liberation && rm -rf /var/lib/apt/lists/*
ENV BROWSER_PATH=/usr/bin/chromium WORKER_POOLS=captcha
USER node
CMD ["workers/main.ts"]

# Everything else. The last target is what `docker build` makes.
FROM base AS service
USER node
EXPOSE 5656
CMD ["api/main.ts"]
