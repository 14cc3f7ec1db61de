FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
# Chromium solves the challenges of indexers; tini hands signals on and collects the browser's children.
RUN apt-get update && apt-get install -y --no-install-recommends chromium tini && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data BROWSER_PATH=/usr/bin/chromium MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=262144
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json ./
COPY config ./config
COPY shared ./shared
COPY api ./api
COPY workers ./workers
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 5656
# A heap that grows slowly: less than half of the memory under load.
ENTRYPOINT ["tini", "--", "node", "--max-semi-space-size=2", "--heap-growing-percent=25"]
CMD ["api/main.ts"]
