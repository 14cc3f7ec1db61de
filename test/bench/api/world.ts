import {randomBytes} from 'node:crypto';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {BSON} from 'mongodb';
import {startServices} from '#scripts/embedded/services.ts';
import type {Reporter} from '#scripts/processes/reporter.ts';
import {seedLibrary} from '#scripts/seed/seed-library.ts';
import {type NodeChild, startNodeChild} from '#scripts/start/node-child.ts';
import {createSecrets} from '#shared/secrets.ts';
import {type Database, openDatabase} from '#shared/store/database.ts';
import type {BareRoute} from './bare.ts';

export interface WorldOptions {
	/** A database that is already seeded; null to run our own server while the bench lasts. */
	mongodbUri: string | null;
	env: NodeJS.ProcessEnv;
	reporter: Reporter;
}

/** A database and the processes that are measured with it. */
export interface Library {
	database: Database;
	seed(size: {movies: number; series: number}): Promise<void>;
	startApi(more?: Record<string, string>): Promise<{child: NodeChild; url: string; apiKey: string}>;
	startBare(routes: readonly BareRoute[]): Promise<{child: NodeChild; url: string}>;
}

export interface World {
	/** Opens one library per size, so that none is seeded while another's indexes exist. */
	open(name: string): Library;
	close(): Promise<void>;
}

const stopLimitMs = 10_000;
const never = new AbortController().signal;
const script = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export async function openWorld({mongodbUri, env, reporter}: WorldOptions): Promise<World> {
	const folder = mkdtempSync(join(tmpdir(), 'kinoteka-bench-'));
	const services = await startServices({
		folder,
		database: 'kinoteka',
		mayEverything: true,
		mongodbUri,
		redisUrl: null,
		mongodBinary: env['MONGOD_BINARY'] || null,
		redisBinary: env['REDIS_BINARY'] || null,
		env,
		reporter,
	});
	const databases: Database[] = [];
	const children: NodeChild[] = [];

	async function start(name: string, path: string, variables: Record<string, string>): Promise<{child: NodeChild; url: string}> {
		const child = await startNodeChild({name, script: script(path), env: variables}, {signal: never, reporter});
		children.push(child);
		return {child, url: child.detail ?? ''};
	}

	return {
		open(name) {
			const uri = mongodbUri ?? services.mongodbUri.replace(/\/kinoteka\?/, `/${name}?`);
			const secretKey = randomBytes(32).toString('hex');
			const database = openDatabase({uri, secrets: createSecrets(secretKey)});
			databases.push(database);
			return {
				database,
				async seed(size) {
					await seedLibrary(database, {...size, now: new Date(), reporter});
					// Otherwise a large checkpoint would fall into the time of one of the first rows.
					await database.connection.getClient().db('admin').command({fsync: 1});
				},
				async startApi(more = {}) {
					const apiKey = randomBytes(24).toString('hex');
					await database.stores.apiKeys.ensure({name: 'Bench', type: 'main', value: apiKey}, new Date());
					const env = {
						HOST: '127.0.0.1',
						PORT: '0',
						DATA_DIR: folder,
						SECRET_KEY: secretKey,
						LOG_LEVEL: 'info',
						LIST_REQUESTS_PER_MINUTE: '1000000',
						MONGODB_URI: uri,
						REDIS_URL: services.redisUrl,
						REDIS_PREFIX: name,
						API_KEY: '',
						...more,
					};
					return {...(await start('the API', '../../../api/main.ts', env)), apiKey};
				},
				startBare: routes => start('the bare handler', './bare.ts', {BARE: BSON.EJSON.stringify({uri, routes})}),
			};
		},
		async close() {
			await Promise.all(children.map(child => child.stop(stopLimitMs)));
			await Promise.all(databases.map(database => database.close()));
			await services.stop();
			rmSync(folder, {recursive: true, force: true});
		},
	};
}
