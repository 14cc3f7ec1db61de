import {resolve} from 'node:path';
import {poolConcurrency} from './pools.ts';
import {type Variables, variables} from './schema.ts';
import {readSecretFiles} from './secret-files.ts';

/**
 * Everything that a process must know before it builds anything. Settings that users change at run time are in the
 * settings store instead.
 */
export type Config = Readonly<ReturnType<typeof group>>;

/** Its message lists every problem of the environment, one per line. */
export class WrongConfiguration extends Error {
	override readonly name = 'WrongConfiguration';
}

/** Exit code of a process whose configuration is wrong. */
export const wrongStart = 2;

/** joi's own messages repeat the value, which may be a password. */
const withoutValues = {'string.pattern.base': '{{#label}} has a wrong form', 'string.pattern.name': '{{#label}} must be {{#name}}'};

/** Reads and checks the environment; nothing else reads it. Throws WrongConfiguration. */
export function loadConfig(env: Record<string, string | undefined>): Config {
	const files = readSecretFiles(env);
	const known = Object.fromEntries(Object.keys(variables.describe().keys).map(name => [name, files.env[name]]));
	const {error, value} = variables.validate(known, {abortEarly: false, messages: withoutValues});
	if (error || files.faults.length > 0) {
		const lines = [
			...files.faults.map(fault => `  ${fault}`),
			...(error?.details ?? []).map(({message, path}) => `  ${message} — ${meaning(String(path[0]))}`),
		];
		throw new WrongConfiguration(
			`The configuration has ${lines.length} problem(s):\n${lines.join('\n')}\nSee .env.example for every variable.`,
		);
	}
	return Object.freeze(group(value));
}

/** For the entry point of a process: prints a wrong configuration without a stack trace and exits. */
export function loadConfigOrExit(env: Record<string, string | undefined>): Config {
	try {
		return loadConfig(env);
	} catch (error) {
		console.error(error instanceof WrongConfiguration ? error.message : error);
		return process.exit(wrongStart);
	}
}

function meaning(name: string): string {
	return (variables.describe().keys as Record<string, {flags?: {description?: string}}>)[name]?.flags?.description ?? '';
}

function group(env: Variables) {
	return {
		http: {
			host: env.HOST,
			port: env.PORT,
			trustProxy: env.TRUST_PROXY === 'false' ? (false as const) : env.TRUST_PROXY.split(',').map(part => part.trim()),
			hosts: [env.HOST, ...env.ALLOWED_HOSTS.split(',').map(name => name.trim())].filter(Boolean),
			listRequestsPerMinute: env.LIST_REQUESTS_PER_MINUTE,
			searchesPerMinute: env.SEARCHES_PER_MINUTE,
			loginsPer15Minutes: env.LOGINS_PER_15_MINUTES,
			metricsToken: env.METRICS_TOKEN ?? null,
		},
		dataDir: resolve(env.DATA_DIR),
		mongodb: {uri: env.MONGODB_URI ?? null, binary: env.MONGOD_BINARY ?? null},
		redis: {url: env.REDIS_URL ?? null, prefix: env.REDIS_PREFIX, binary: env.REDIS_BINARY ?? null},
		firstStart: {adminPassword: env.ADMIN_PASSWORD ?? null, apiKey: env.API_KEY ?? null},
		metadata: {
			url: env.METADATA_URL.replace(/\/+$/, ''),
			imageUrl: env.METADATA_IMAGE_URL.replace(/\/+$/, ''),
			apiKey: env.METADATA_API_KEY ?? null,
		},
		workers: {
			pools: env.WORKER_POOLS === 'all' ? null : env.WORKER_POOLS.split(',').map(pool => pool.trim()),
			processes: env.PROCESSES,
			concurrency: {...poolConcurrency, ...numbersOf(env.POOL_CONCURRENCY)},
		},
		torrent: {host: env.TORRENT_HOST, port: env.TORRENT_PORT},
		browserPath: env.BROWSER_PATH ?? null,
		logLevel: env.LOG_LEVEL,
		secretKey: env.SECRET_KEY ?? null,
		aliveFile: env.ALIVE_FILE ?? null,
	};
}

function numbersOf(list: string): Record<string, number> {
	return Object.fromEntries(
		list
			.split(',')
			.filter(Boolean)
			.map(part => part.split('='))
			.map(([pool, number]) => [pool, Number(number)]),
	);
}
