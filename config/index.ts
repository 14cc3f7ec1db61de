import {resolve} from 'node:path';
import {readDotEnv, type WrongValue} from './dot-env.ts';
import {poolConcurrency} from './pools.ts';
import {type Variables, variables} from './schema.ts';
import {readSecretFiles, secretVariables} from './secret-files.ts';

/**
 * Everything that a process must know before it builds anything. Settings that users change at run time are in the
 * settings store instead.
 */
export type Config = Readonly<ReturnType<typeof group>>;

/** Its message lists every problem of the environment, one per line. */
export class WrongConfiguration extends Error {
	override readonly name = 'WrongConfiguration';
}

const secretFiles: ReadonlySet<string> = new Set(secretVariables.map(name => `${name}_FILE`));

/** joi's own messages repeat the value, which may be a password. */
const withoutValues = {
	'string.pattern.base': '{{#label}} has a wrong form',
	'string.pattern.name': '{{#label}} must be {{#name}}',
	'string.pattern.invert.name': '{{#label}} must be {{#name}}',
};

/** Adds the variables of the file `.env` in the working folder to the environment, which takes precedence. */
export function readEnvironment(): {env: NodeJS.ProcessEnv; wrongValues: WrongValue[]} {
	const {values, wrongValues} = readDotEnv('.env', Object.keys(variables.describe().keys));
	for (const [name, value] of Object.entries(values)) {
		process.env[name] ??= value;
	}
	return {env: process.env, wrongValues};
}

/**
 * Reads and checks the environment; nothing else reads it. Of wrong values the configuration has the defaults, so that
 * a start can look for other problems before it tells all of them. `ofFile` is what is wrong with `.env` itself.
 */
export function readConfig(
	env: Record<string, string | undefined>,
	ofFile: readonly WrongValue[] = [],
): {config: Config; wrongValues: WrongValue[]} {
	const files = readSecretFiles(env);
	const known = Object.fromEntries(Object.keys(variables.describe().keys).map(name => [name, files.env[name]]));
	const {error, value} = variables.validate(known, {abortEarly: false, messages: withoutValues});
	if (!error && files.faults.length === 0) {
		return {config: Object.freeze(group(value)), wrongValues: [...ofFile]};
	}
	const messages = new Map((error?.details ?? []).toReversed().map(({path, message}) => [String(path[0]), message]));
	const wrongFiles = files.faults.map(message => ({name: /^"(\w+?)(?:_FILE)?"/.exec(message)?.[1] ?? '', message}));
	const wrongValues = Object.keys(known).flatMap(name => {
		const message = messages.get(name);
		return message === undefined ? [] : [{name, message: `${message} — ${meaning(name)}`}];
	});
	const wrong = new Set([...wrongFiles, ...wrongValues].map(({name}) => name));
	// The contents of files are among the values already.
	const rest = Object.fromEntries(Object.entries(known).filter(([name]) => !wrong.has(name) && !secretFiles.has(name)));
	return {config: readConfig(rest).config, wrongValues: [...ofFile, ...wrongFiles, ...wrongValues]};
}

/** Throws WrongConfiguration. */
export function loadConfig(env: Record<string, string | undefined>, ofFile: readonly WrongValue[] = []): Config {
	const {config, wrongValues} = readConfig(env, ofFile);
	if (wrongValues.length > 0) {
		const lines = wrongValues.map(({message}) => `  ${message}`);
		throw new WrongConfiguration(
			`The configuration has ${lines.length} problem(s):\n${lines.join('\n')}\nSee .env.example for every variable.`,
		);
	}
	return config;
}

function meaning(name: string): string {
	return (variables.describe().keys as Record<string, {flags?: {description?: string}}>)[name]?.flags?.description ?? '';
}

/** A cluster keeps all keys with the same text in braces on one node, which jobs and scripts need. */
const keyPrefix = ({REDIS_URL = '', REDIS_PREFIX}: Variables) =>
	/^rediss?\+cluster:/.test(REDIS_URL) ? `{${REDIS_PREFIX}}` : REDIS_PREFIX;

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
			streamsPerProcess: env.STREAMS_PER_PROCESS,
			metricsToken: env.METRICS_TOKEN ?? null,
		},
		drainMs: env.DRAIN_SECONDS * 1000,
		dataDir: resolve(env.DATA_DIR),
		mongodb: {uri: env.MONGODB_URI ?? null, binary: env.MONGOD_BINARY ?? null},
		redis: {url: env.REDIS_URL ?? null, prefix: keyPrefix(env), binary: env.REDIS_BINARY ?? null},
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
		healthPort: env.HEALTH_PORT ?? null,
		traceCollector: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
		facePorts: facePortsOf(env.KINOTEKA_FACES),
	};
}

function facePortsOf(list: string): {path: string; port: number}[] {
	return list.split(',').flatMap(part => {
		const [path = '', port] = part.split(':');
		return part === '' ? [] : [{path, port: Number(port)}];
	});
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
