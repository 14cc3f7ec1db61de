import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseEnv} from 'node:util';
import test from 'ava';
import {parse} from 'yaml';
import {loadConfig} from '#config/index.ts';
import {variables} from '#config/schema.ts';
import {secretVariables} from '#config/secret-files.ts';
import {pools} from '#shared/jobs/queues.ts';
import {interpolate} from '#test/helpers/home-composition.ts';

interface Service {
	build?: {target: string};
	image: string;
	pull_policy?: string;
	user: string;
	read_only: boolean;
	cap_drop: string[];
	cap_add?: string[];
	security_opt: string[];
	volumes: {type: 'bind'; source: string; target: string}[];
	logging?: {driver: string};
	environment?: Record<string, string | number>;
	secrets?: string[];
	ports?: (string | {host_ip: string; published: string; target: number})[];
	networks?: string[];
	healthcheck?: object;
	depends_on?: Record<string, {condition: string}>;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const compose = parse(read('docker-compose.yml'), {merge: true}) as {
	services: Record<string, Service>;
	secrets: Record<string, {file: string}>;
	networks: Record<string, {internal?: boolean; ipam?: {config: {subnet: string}[]}} | null>;
};
const services = Object.entries(compose.services);
const own = services.filter(([name]) => !['prepare', 'mongodb', 'redis', 'balancer'].includes(name));
const workers = own.filter(([name]) => name !== 'api');
const poolsOf = ({environment}: Service) => String(environment?.['WORKER_POOLS'] ?? '').split(',');

test('every container has a read-only root, no capabilities and no way to more rights', t => {
	for (const [name, service] of services) {
		t.true(service.read_only, name);
		t.deepEqual(service.cap_drop, ['ALL'], name);
		t.true(service.security_opt.includes('no-new-privileges:true'), name);
		t.is(service.cap_add !== undefined, name === 'prepare', name);
	}
	for (const [name, {user}] of own) {
		t.is(interpolate(user, {}), '1000:1000', name);
		t.is(interpolate(user, {PUID: '7', PGID: '8'}), '7:8', name);
	}
});

test('one service builds each image, and the others wait for it', t => {
	const images = new Set(own.map(([, {image}]) => image));
	for (const image of images) {
		t.is(services.filter(([, service]) => service.image === image && service.build).length, 1, image);
	}
	for (const [name, {build, pull_policy: policy, depends_on: dependsOn}] of own) {
		t.is(policy, build ? undefined : 'never', name);
		t.is(dependsOn?.['prepare']?.condition, 'service_completed_successfully', name);
	}
	const targets = [...read('Dockerfile').matchAll(/^FROM \S+ AS (\w+)$/gm)].map(([, target]) => target);
	t.true(services.every(([, {build}]) => build === undefined || targets.includes(build.target)));
});

test('no container keeps its output without end', t => {
	for (const [name, {logging}] of services) {
		t.is(logging?.driver, 'local', name);
	}
});

test('each pool runs in one service, besides the stand-by of the torrent client', t => {
	const served = workers.filter(([name]) => name !== 'torrent-standby').flatMap(([, service]) => poolsOf(service));
	t.deepEqual(served.toSorted(), [...pools].toSorted());
	const ports = services.flatMap(([, service]) => service.ports ?? []);
	const written = ports.map(port => (typeof port === 'string' ? port : `${port.host_ip}:${port.published}:${port.target}`));
	const torrents = [6881, 6882].flatMap(port => [`0.0.0.0:${port}:${port}`, `0.0.0.0:${port}:${port}/udp`]);
	t.deepEqual(written.map(port => interpolate(port, {})).toSorted(), [...torrents, '127.0.0.1:5656:5656']);
});

test('downloads and library share one mount, and only those who need media have it', t => {
	const mounts = Object.fromEntries(
		own.map(([name, {volumes}]) => [name, volumes.map(({source, target}) => `${interpolate(source, {DATA_DIR: '/srv'})}:${target}`)]),
	);
	const withoutMedia = ['api', 'search', 'refresh', 'torrent', 'torrent-standby', 'captcha'];
	for (const [name, volumes] of Object.entries(mounts)) {
		t.deepEqual(volumes, withoutMedia.includes(name) ? ['/srv/kinoteka:/data/kinoteka'] : ['/srv:/data'], name);
	}
});

/** Why a variable of `.env` means nothing to containers, or something else there. */
const notForContainers = new Set([
	...['DATA_DIR', 'HOST', 'PORT'], // the folder and the address on the host
	...['MONGODB_URI', 'REDIS_URL', 'MONGODB_URI_FILE', 'REDIS_URL_FILE', 'MONGOD_BINARY', 'REDIS_BINARY'], // it brings its own
	...['WORKER_POOLS', 'PROCESSES', 'BROWSER_PATH', 'TORRENT_HOST', 'TORRENT_PORT', 'ALIVE_FILE', 'HEALTH_PORT'], // each service has its own
]);

test('every variable of .env reaches a container, or cannot', t => {
	const values = services.flatMap(([, {environment}]) => Object.entries(environment ?? {}));
	const passed = new Set([
		...values
			.filter(([name]) => !['UMASK', 'PROXIES'].includes(name))
			.filter(([name, value]) => String(value).startsWith(`\${${name}:-`))
			.map(([name]) => name),
		...Object.values(compose.secrets).map(({file}) => /\$\{(\w+):-\/dev\/null\}/.exec(file)?.[1] ?? ''),
	]);
	const expected = Object.keys(variables.describe().keys).filter(name => !notForContainers.has(name));
	t.deepEqual([...passed].toSorted(), expected.toSorted());
	t.true(
		values.every(([name]) => ['HOME', 'UMASK', 'PROXIES'].includes(name) || name in variables.describe().keys),
		'a container gets a variable that nobody reads',
	);
});

test('the environment of each service is a configuration, with .env as it comes and without', t => {
	for (const file of [{}, parseEnv(read('.env.example')) as Record<string, string>]) {
		for (const [name, {environment = {}}] of own) {
			const env = Object.entries(environment).map(([key, value]) => [key, interpolate(String(value), file)] as const);
			const files = env.map(([key, value]) => [key, key.endsWith('_FILE') ? '/dev/null' : value] as const);
			t.notThrows(() => loadConfig(Object.fromEntries(files)), name);
		}
	}
});

test('secrets are files, and each service has only those that it names', t => {
	for (const [name, {environment = {}, secrets = []}] of own) {
		const named = Object.entries(environment).filter(([key]) => key.endsWith('_FILE'));
		t.deepEqual(named.map(([, file]) => String(file).replace('/run/secrets/', '')).toSorted(), secrets.toSorted(), name);
		t.true(
			named.every(([key, file]) => `/run/secrets/${key.replace('_FILE', '').toLowerCase()}` === file),
			name,
		);
		t.true('SECRET_KEY' in environment, `${name} would make another key than an older .env has`);
	}
	const holders = (variable: string) => own.filter(([, {environment}]) => environment && variable in environment).map(([name]) => name);
	for (const name of secretVariables.filter(each => !/URI|URL|SECRET_KEY|METADATA/.test(each))) {
		t.deepEqual(holders(name), ['api'], name);
	}
});

test('the pools that ask the metadata provider have its key, and no others', t => {
	const asks = (pool: string) =>
		readdirSync(join(root, 'workers', pool), {recursive: true, encoding: 'utf8'})
			.filter(file => file.endsWith('.ts'))
			// A key that is checked comes with the job, and pictures need none.
			.some(file => /\bmetadata\.(?!(?:checkKey|image)\()\w+\(/.test(read(join('workers', pool, file))));
	for (const [name, service] of workers) {
		t.is(service.secrets?.includes('metadata_api_key'), poolsOf(service).some(asks), name);
	}
});

test('MongoDB and Redis are reached by our services only, and their versions are exact', t => {
	t.true(compose.networks['servers']?.internal);
	for (const name of ['mongodb', 'redis']) {
		t.deepEqual(compose.services[name]?.networks, ['servers']);
		t.is(compose.services[name]?.ports, undefined);
		t.regex(compose.services[name]?.image ?? '', /:\d+\.\d+\.\d+$/);
	}
});

test('only the balancer reaches the API from outside, and the API believes nobody else about addresses', t => {
	t.deepEqual(compose.services['balancer']?.networks, ['front']);
	t.deepEqual(
		own.filter(([, {networks}]) => networks?.includes('front')).map(([name]) => name),
		['api'],
	);
	const {subnet} = compose.networks['front']?.ipam?.config[0] ?? {};
	t.is(interpolate(String(compose.services['api']?.environment?.['TRUST_PROXY']), {}), String(subnet));
	const [{source = ''} = {}] = compose.services['balancer']?.volumes ?? [];
	t.regex(read(source), /^\s+server-template api \d+ api:5656 /m);
});

test('every container has a health check', t => {
	const checked = services.filter(([, {healthcheck}]) => healthcheck).map(([name]) => name);
	t.deepEqual(checked, ['prepare', 'mongodb', 'redis', 'api', 'balancer']);
	t.regex(read('Dockerfile'), /^HEALTHCHECK .*\/tmp\/alive/m);
	t.regex(read('Dockerfile'), /ALIVE_FILE=\/tmp\/alive/);
});

test('the image gets our source and none of the scripts for developers', t => {
	const lines = read('.dockerignore').trim().split('\n');
	t.is(lines[0], '*');
	const copied = [...read('Dockerfile').matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
	for (const name of copied) {
		t.true(lines.includes(`!${name}`), name);
	}
	t.true(['scripts/demo', 'scripts/seed', 'scripts/test'].every(folder => lines.includes(folder)));
});
