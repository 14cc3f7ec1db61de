import {readFileSync} from 'node:fs';
import {parseEnv} from 'node:util';
import test from 'ava';
import {loadConfig, readConfig, WrongConfiguration} from '#config/index.ts';
import {variables} from '#config/schema.ts';
import {withPools} from '#config/start-needs.ts';

const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
const described = variables.describe().keys as Record<string, {flags: {default?: unknown; description?: string}}>;

test('the example names every variable with its meaning and its default', t => {
	t.deepEqual(
		parseEnv(example),
		Object.fromEntries(Object.entries(described).map(([name, {flags}]) => [name, String(flags.default ?? '')])),
	);
	for (const {flags} of Object.values(described)) {
		t.true(example.includes(`# ${flags.description}\n`));
	}
});

test('the example as it stands is a configuration, and an empty environment is the same', t => {
	t.deepEqual(loadConfig(parseEnv(example)), loadConfig({}));
});

test('values are grouped by who needs them', t => {
	const config = loadConfig({
		PORT: '8080',
		TRUST_PROXY: '10.0.0.0/8, ::1, loopback',
		MONGODB_URI: 'mongodb://a:1,b:2/kino?replicaSet=rs0',
		REDIS_URL: 'unix:///run/valkey.sock',
		METADATA_URL: 'http://127.0.0.1:9/3/',
		POOL_CONCURRENCY: 'search=9',
		WORKER_POOLS: 'search, grab',
	});
	t.like(config.http, {port: 8080, trustProxy: ['10.0.0.0/8', '::1', 'loopback']});
	t.is(config.mongodb.uri, 'mongodb://a:1,b:2/kino?replicaSet=rs0');
	t.is(config.redis.url, 'unix:///run/valkey.sock');
	t.is(config.metadata.url, 'http://127.0.0.1:9/3');
	t.is(config.workers.concurrency['search'], 9);
	t.deepEqual(config.workers.pools, ['search', 'grab']);
	t.throws(() => Object.assign(config, {dataDir: '/'}), {instanceOf: TypeError});
});

test('every problem is told at once, with the name and what it means', t => {
	const wrong = {
		PORT: 'high',
		MONGODB_URI: 'postgres://user:tell-nobody@x',
		REDIS_URL: 'localhost',
		API_KEY: 'short',
		ADMIN_PASSWORD: 'short',
		SECRET_KEY: 'xyz',
		LOG_LEVEL: 'loud',
		TRUST_PROXY: 'true',
		METADATA_URL: 'themoviedb',
		METADATA_IMAGE_URL: 'https://me:tell-nobody@images.test/t/p',
		LIST_REQUESTS_PER_MINUTE: '0',
		HOST: 'no host',
		TORRENT_HOST: 'no host',
		WORKER_POOLS: 'search,serach',
		POOL_CONCURRENCY: 'serach=4',
		PROCESSES: 'some',
		METRICS_TOKEN: 'short',
	};
	const {message} = t.throws(() => loadConfig(wrong), {instanceOf: WrongConfiguration});
	for (const name of Object.keys(wrong)) {
		t.true(message.includes(name), name);
	}
	t.true(message.startsWith(`The configuration has ${Object.keys(wrong).length} problem(s)`));
	t.true(message.includes('TCP port of the API'));
	t.false(message.includes('tell-nobody'));
	t.regex(message, /WORKER_POOLS" names serach\. There are: search, grab/);
});

test('of wrong values the configuration has the defaults, so that a start can look for other problems', t => {
	const {config, wrongValues} = readConfig({PORT: 'high', LOG_LEVEL: 'debug'});
	t.like(config, {http: {port: 5656}, logLevel: 'debug'});
	t.deepEqual(
		wrongValues.map(({name}) => name),
		['PORT'],
	);
});

test('an address of Redis that could not be used later is refused now', t => {
	for (const REDIS_URL of [
		'redis://:100%@host',
		'redis://host/films',
		'redis://:a/b@host',
		'unix:///a%zz',
		'redis+sentinel://host',
		'redis+sentinel://:100%@host/kino',
		'redis+sentinel://a:b:c/kino',
		'redis+cluster://a:6379,b:6379/1',
		'redis+cluster://a:b:c',
	]) {
		t.throws(() => loadConfig({REDIS_URL}), {instanceOf: WrongConfiguration, message: /"REDIS_URL" must be/}, REDIS_URL);
	}
	for (const REDIS_URL of [
		'redis://:100%25@host/0',
		'redis://[::1]:6379',
		'rediss://a:b@host:1/15',
		'unix:///run/a%20b.sock',
		'redis+sentinel://:p%25@a:26379,[::1]/kino/1',
		'rediss+cluster://:p%25@a:6379,[::1]',
	]) {
		t.notThrows(() => loadConfig({REDIS_URL}), REDIS_URL);
	}
	t.is(loadConfig({REDIS_URL: 'redis+cluster://a,b'}).redis.prefix, '{kinoteka}', 'all keys lie on one node');
});

test('a home folder that only a shell would replace is refused', t => {
	for (const name of ['DATA_DIR', 'MONGOD_BINARY', 'REDIS_BINARY', 'BROWSER_PATH', 'ALIVE_FILE']) {
		t.throws(() => loadConfig({[name]: '~/films'}), {
			instanceOf: WrongConfiguration,
			message: new RegExp(`"${name}" must be a whole path`),
		});
	}
});

test('the command line chooses the pools before the environment does', t => {
	t.is(withPools({WORKER_POOLS: 'grab'}, undefined)['WORKER_POOLS'], 'grab');
	t.is(withPools({WORKER_POOLS: 'grab'}, 'search,import')['WORKER_POOLS'], 'search,import');
});

test('proxies are addresses and networks, never everybody', t => {
	for (const TRUST_PROXY of ['true', '*', '10.0.0.0/33', 'proxy.test', '10.0.0.1/8/8', '1']) {
		t.throws(() => loadConfig({TRUST_PROXY}), {instanceOf: WrongConfiguration}, TRUST_PROXY);
	}
	t.false(loadConfig({TRUST_PROXY: 'false'}).http.trustProxy);
});

test('ports of faces are named once each', t => {
	const {facePorts} = loadConfig({KINOTEKA_FACES: 'radarr:7878,prowlarr:9696,radarr/4k:7879'});
	t.deepEqual(facePorts.at(-1), {path: 'radarr/4k', port: 7879});
	for (const wrong of [
		'radarr',
		'lidarr:8686',
		'radarr:0',
		'radarr:70000',
		'radarr:1,sonarr:1',
		'prowlarr/x:1',
		'radarr:1,',
		'radarr/../api:1',
	]) {
		t.throws(() => loadConfig({KINOTEKA_FACES: wrong}), {message: /KINOTEKA_FACES/}, wrong);
	}
});
