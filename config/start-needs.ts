import type {WrongValue} from './dot-env.ts';
import type {Config} from './index.ts';

/** What is checked before a start uses it: the values of the environment, without wrong ones. */
export function startNeeds({config, wrongValues}: {config: Config; wrongValues: readonly WrongValue[]}) {
	const wrong = new Set(wrongValues.map(({name}) => name));
	const right = <T>(name: string, value: T) => (wrong.has(name) ? null : value);
	const address = ({host, port}: {host: string; port: number}, names: {host: string; port: string}) =>
		wrong.has(names.host) || wrong.has(names.port) ? [] : [{host, port, names}];
	return {
		dataDir: right('DATA_DIR', config.dataDir),
		mongodbUri: right('MONGODB_URI', config.mongodb.uri),
		redisUrl: right('REDIS_URL', config.redis.url),
		redisPrefix: config.redis.prefix,
		api: [
			...address(config.http, {host: 'HOST', port: 'PORT'}),
			...config.facePorts.flatMap(({port}) => address({host: config.http.host, port}, {host: 'HOST', port: 'KINOTEKA_FACES'})),
		],
		torrent: address(config.torrent, {host: 'TORRENT_HOST', port: 'TORRENT_PORT'}),
		serverPrograms: {MONGOD_BINARY: config.mongodb.binary, REDIS_BINARY: config.redis.binary},
		browser: {BROWSER_PATH: config.browserPath},
	};
}

/** One line if a process without servers of its own was not told where they are. */
export function missingServers({config, wrongValues}: {config: Config; wrongValues: readonly WrongValue[]}): string[] {
	const given = {MONGODB_URI: config.mongodb.uri, REDIS_URL: config.redis.url};
	const missing = Object.entries(given).flatMap(([name, value]) => (value || wrongValues.some(wrong => wrong.name === name) ? [] : [name]));
	const names = missing.join(' and ');
	return missing.length === 0
		? []
		: [`${names} ${missing.length === 1 ? 'is' : 'are'} missing. Set what is missing, or use \`npm start\`, which brings its own servers.`];
}

/** `--pools search,import` on the command line says the same as WORKER_POOLS, and takes precedence. */
export function withPools(env: NodeJS.ProcessEnv, named: string | undefined): NodeJS.ProcessEnv {
	return named === undefined ? env : {...env, WORKER_POOLS: named};
}
