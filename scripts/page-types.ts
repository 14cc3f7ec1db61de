import {writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {createApp} from '#api/app.ts';
import {createDeps, type HttpOptions} from '#api/deps.ts';
import {listen} from '#api/http-server.ts';
import type {OpenApiDocument} from '#api/openapi/document.ts';
import {readConfig} from '#config/index.ts';
import {createLog} from '#shared/log/log.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {pageTypes, pageTypesFile, schemasOfPage} from './command/page-types.ts';

readCommandLine({
	usage: 'npm run page-types',
	about: `Writes the types of replies that the page reads to api/ui/${pageTypesFile}, from the document of the API. Needs no servers.`,
});

// Nothing listens there: the document needs neither MongoDB nor Redis.
const nowhere = '127.0.0.1:9';
const http: HttpOptions = {
	...readConfig({}, []).config.http,
	basePath: '',
	secretKey: '0'.repeat(64),
	logDirectory: tmpdir(),
	dataDir: tmpdir(),
	version: '0.0.0',
	restore: null,
};
const {deps} = createDeps({
	log: createLog({level: 'error', source: 'page-types'}),
	mongodbUri: `mongodb://${nowhere}/none`,
	redisUrl: `redis://${nowhere}`,
	prefix: 'none',
	readiness: {isReady: () => true, startFault: () => null},
	http,
});
const {app, ...served} = createApp(deps);
const server = await listen(app, {host: '127.0.0.1', port: 0, requestMs: 60_000, ...served});
const response = await fetch(`${server.address}/api/openapi.json`);
const {components} = (await response.json()) as OpenApiDocument;
const folder = fileURLToPath(new URL('../api/ui', import.meta.url));
writeFileSync(join(folder, pageTypesFile), pageTypes(components.schemas, schemasOfPage(folder)));
process.exit(0);
