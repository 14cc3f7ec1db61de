import {isIP} from 'node:net';
import Joi from 'joi';
import {poolConcurrency} from './pools.ts';
import {secretVariables} from './secret-files.ts';

/** The checked environment, under the names of the variables. */
export interface Variables extends Partial<Record<SecretFile, string>> {
	HOST: string;
	PORT: number;
	DATA_DIR: string;
	MONGODB_URI?: string;
	REDIS_URL?: string;
	REDIS_PREFIX: string;
	MONGOD_BINARY?: string;
	REDIS_BINARY?: string;
	ADMIN_PASSWORD?: string;
	API_KEY?: string;
	METADATA_URL: string;
	METADATA_IMAGE_URL: string;
	METADATA_API_KEY?: string;
	WORKER_POOLS: string;
	PROCESSES: 'auto' | 'few' | 'many';
	POOL_CONCURRENCY: string;
	LOG_LEVEL: 'debug' | 'info' | 'warn' | 'error';
	TRUST_PROXY: string;
	ALLOWED_HOSTS: string;
	SECRET_KEY?: string;
	METRICS_TOKEN?: string;
	BROWSER_PATH?: string;
	LIST_REQUESTS_PER_MINUTE: number;
	STREAMS_PER_PROCESS: number;
	DRAIN_SECONDS: number;
	SEARCHES_PER_MINUTE: number;
	LOGINS_PER_15_MINUTES: number;
	TORRENT_HOST: string;
	TORRENT_PORT: number;
	ALIVE_FILE?: string;
	HEALTH_PORT?: number;
	OTEL_EXPORTER_OTLP_ENDPOINT?: string;
	KINOTEKA_FACES: string;
}

const text = () => Joi.string().empty('').trim();
const mongodbUri = /^mongodb(\+srv)?:\/\/[^\s/]+(\/\S*)?$/;
const redisUrl = /^(rediss?(\+sentinel|\+cluster)?:\/\/\S+|unix:\/\/\/\S+)$/;
const poolNumbers = /^([a-z]+=[1-9]\d{0,2})?(,[a-z]+=[1-9]\d{0,2})*$/;
const poolNames = Object.keys(poolConcurrency);
const facePorts = /^((?:(?:radarr|sonarr)(?:\/[a-z0-9-]{1,40})?|prowlarr):[1-9]\d{0,4}(?:,(?!$)|$))*$/;

const portsOnce: Joi.CustomValidator<string> = (value, {message}) => {
	const ports = value.split(',').flatMap(part => (part === '' ? [] : [Number(part.split(':')[1])]));
	const isRight = ports.every(port => port < 65_536) && new Set(ports).size === ports.length;
	return isRight ? value : message({custom: '{{#label}} must name each port once, from 1 to 65535'});
};

/** Refuses lists that name unknown pools; `nameOf` reads the name in one part of the list. */
function knownPools(nameOf: (part: string) => string): Joi.CustomValidator<string> {
	return (value, {message}) => {
		const names = value.split(',').map(part => nameOf(part.trim()));
		const unknown = value === '' || value === 'all' ? [] : names.filter(name => !poolNames.includes(name));
		return unknown.length === 0
			? value
			: message({custom: `{{#label}} names ${unknown.join(', ') || 'nothing'}. There are: ${poolNames.join(', ')}`});
	};
}

const redisForm =
	'redis://host:6379/0, redis+sentinel://host:26379,other:26379/name/0, redis+cluster://host:6379,other:6379 or unix:///path/to.sock';

/** The parts of the address are decoded later, where nobody expects that to fail. */
const isAddress: Joi.CustomValidator<string> = (value, {message}) => {
	try {
		// Several hosts are no URL: each is tried alone, with the credentials of all.
		const [, front = '', hosts, rest = ''] =
			/^(redis[^@]*?:\/\/(?:[^@]*@)?)([^/?]+)(.*)$/.exec(value.replace(/\+(sentinel|cluster)/, '')) ?? [];
		const isWatched = value.includes('+sentinel');
		const many = isWatched || value.includes('+cluster') ? (hosts ?? '').split(',') : null;
		if (many && !isWatched && !/^\/?$/.test(rest)) {
			return message({custom: '{{#label}} must be redis+cluster://host:6379,other:6379; a cluster has no databases with numbers'});
		}
		if (isWatched && !/^\/[\w.-]+(\/\d{1,4})?(\?\S*)?$/.test(rest)) {
			return message({
				custom: `{{#label}} must be redis+sentinel://host:26379,other:26379/name/0, with the name of the primary that the Sentinels watch`,
			});
		}
		const addresses = (many?.map(host => front + host) ?? [value]).map(each => new URL(each));
		const {protocol, username, password, pathname} = addresses[0]!; // a list that was split has a part
		const parts = [username, password, pathname].map(decodeURIComponent);
		if (protocol === 'unix:' || /^\/?\d{0,4}$/.test(parts[2] ?? '')) {
			return value;
		}
	} catch {
		// It is reported below.
	}
	return message({custom: `{{#label}} must be an address such as ${redisForm}; in a password write % as %25, / as %2F, @ as %40`});
};

/** Only shells replace `~`. Here it would be a folder of that name. */
const path = () => text().pattern(/^~/, {invert: true, name: 'a whole path: ~ is not replaced here'});

/**
 * `loopback`, `linklocal` and `uniquelocal` are Express's names for the usual networks. `true` is refused, because it
 * would trust every sender.
 */
function isProxyList(value: string): boolean {
	const isOne = (part: string) => {
		const [address = '', bits, ...rest] = part.split('/');
		const version = isIP(address);
		const maxBits = version === 4 ? 32 : 128;
		return version > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits));
	};
	const parts = value.split(',').map(part => part.trim());
	return value === 'false' || parts.every(part => ['loopback', 'linklocal', 'uniquelocal'].includes(part) || isOne(part));
}

type SecretFile = `${(typeof secretVariables)[number]}_FILE`;
const secretFiles = Object.fromEntries(
	secretVariables.map(name => [`${name}_FILE`, text().description(`file that contains ${name}, instead of the variable itself`)]),
) as Record<SecretFile, Joi.StringSchema>; // fromEntries forgets the names

/** One line per variable. `.description()` states its meaning and unit, for `.env.example` and for messages. */
export const variables = Joi.object<Variables, true>({
	HOST: text().hostname().default('127.0.0.1').description('address that the API listens on; 0.0.0.0 opens it to the whole network'),
	PORT: Joi.number().empty('').port().default(5656).description('TCP port of the API'),
	DATA_DIR: path().default('./data').description('folder for databases, logs, keys and downloads of the built-in torrent client'),
	MONGODB_URI: text()
		.pattern(mongodbUri, 'mongodb://host/database')
		.description('MongoDB (a replica set); if empty, `npm start` runs its own'),
	REDIS_URL: text().pattern(redisUrl, redisForm).custom(isAddress).description('Redis or Valkey; if empty, `npm start` runs its own'),
	REDIS_PREFIX: text()
		.pattern(/^[\w-]{1,60}$/)
		.default('kinoteka')
		.description('prefix of every key and channel in Redis'),
	MONGOD_BINARY: path().description('the mongod program for the embedded server'),
	REDIS_BINARY: path().description('the redis-server or valkey-server program for the embedded server'),
	ADMIN_PASSWORD: text().min(12).max(200).description('password of the first administrator `admin`, used at the first start only'),
	API_KEY: text()
		.pattern(/^[\w-]{20,200}$/, '20 to 200 letters, digits, _ or -')
		.description('the first main API key, used at the first start only'),
	METADATA_URL: text()
		.uri({scheme: ['http', 'https']})
		.default('https://api.themoviedb.org/3')
		.description('base address of the metadata provider (TMDB v3)'),
	METADATA_IMAGE_URL: text()
		.uri({scheme: ['http', 'https']})
		.pattern(/^[^?#@]*$/, 'an address without credentials and query, because everybody who sees a picture gets it')
		.default('https://image.tmdb.org/t/p')
		.description("base address of the provider's images"),
	METADATA_API_KEY: text()
		.max(1000)
		.description('key of the metadata provider (v3 key or v4 token); the setting meta.apiKey takes precedence'),
	WORKER_POOLS: text()
		.custom(knownPools(part => part))
		.default('all')
		.description('worker pools that this process runs: names separated by commas, or `all`'),
	PROCESSES: text()
		.valid('auto', 'few', 'many')
		.default('auto')
		.description(
			'how many processes `npm start` runs: few (one for all pools), many (one per pool, `disks` and `files` share that of `import`, `connections` that of `downloads`), or auto, by cores and memory (two on a small machine)',
		),
	POOL_CONCURRENCY: text()
		.pattern(poolNumbers, 'search=4,import=2')
		.custom(knownPools(part => part.split('=')[0] ?? ''))
		.default('')
		.description('jobs at a time for named pools, instead of the defaults'),
	LOG_LEVEL: text().valid('debug', 'info', 'warn', 'error').default('info').description('lowest level that is logged'),
	TRUST_PROXY: text()
		.custom((value: string, {message}) =>
			isProxyList(value) ? value : message({custom: '{{#label}} must be false, or addresses and networks separated by commas'}),
		)
		.default('false')
		.description('addresses or networks of reverse proxies whose X-Forwarded-For is trusted, separated by commas; false for none'),
	ALLOWED_HOSTS: text()
		.pattern(/^[\w-]+(?:\.[\w-]+)*(?: *, *[\w-]+(?:\.[\w-]+)*)*$/, 'host names separated by commas')
		.default('')
		.description('more names under which browsers may reach the service, as the setting security.allowedHosts has them'),
	SECRET_KEY: text()
		.pattern(/^[\da-f]{64}$/i, '64 hexadecimal digits')
		.description('encrypts stored secrets; generated in DATA_DIR if empty; must be the same for every process'),
	METRICS_TOKEN: text().min(16).max(200).description("token that lets a scraper read /metrics without an administrator's key"),
	BROWSER_PATH: path().description('Chromium or Chrome for solving challenges; if empty, the usual places are searched'),
	LIST_REQUESTS_PER_MINUTE: Joi.number()
		.empty('')
		.integer()
		.min(1)
		.max(1_000_000)
		.default(300)
		.description('requests for lists of series and movies, per caller'),
	SEARCHES_PER_MINUTE: Joi.number()
		.empty('')
		.integer()
		.min(1)
		.max(1_000_000)
		.default(30)
		.description(
			'searches that a caller may request per minute, and as many lookups of titles, runs of tasks, tests of connections and tests of the captcha solver',
		),
	LOGINS_PER_15_MINUTES: Joi.number()
		.empty('')
		.integer()
		.min(1)
		.max(10_000)
		.default(10)
		.description('login attempts from one address or known browser; one user name has five times as many'),
	STREAMS_PER_PROCESS: Joi.number()
		.empty('')
		.integer()
		.min(4)
		.max(20_000)
		.default(2000)
		.description('event streams that one API process keeps open, at most three quarters of them for callers without credentials'),
	DRAIN_SECONDS: Joi.number()
		.empty('')
		.integer()
		.min(0)
		.max(300)
		.default(0)
		.description(
			'seconds for which a stopping API still answers while /api/ready says 503, so that a balancer sends nobody to it any more',
		),
	TORRENT_HOST: text().hostname().default('0.0.0.0').description('address that the built-in torrent client listens on'),
	TORRENT_PORT: Joi.number()
		.empty('')
		.port()
		.default(0)
		.description('port of the built-in torrent client: TCP for peers, UDP for the DHT; 0 chooses free ones'),
	ALIVE_FILE: path().description('file that each process touches every five seconds while it works, for health checks of containers'),
	HEALTH_PORT: Joi.number()
		.empty('')
		.port()
		.description(
			'port at which a worker process answers /api/live, /api/ready and, with METRICS_TOKEN, /metrics; empty for none. The API answers them at its own port',
		),
	OTEL_EXPORTER_OTLP_ENDPOINT: text()
		.uri({scheme: ['http', 'https']})
		.description('an OpenTelemetry collector, http://host:4318, to which all processes send traces; empty for none'),
	KINOTEKA_FACES: text()
		.pattern(facePorts, 'radarr:7878,sonarr:8989,prowlarr:9696,radarr/4k:7879')
		.custom(portsOnce)
		.default('')
		.description(
			'more ports of the API, for programs that take a host and a port only: radarr:7878,sonarr:8989,prowlarr:9696, and radarr/4k:7879 for a library with an address of its own',
		),
	...secretFiles,
});
