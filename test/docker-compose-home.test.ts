import {spawnSync} from 'node:child_process';
import {chownSync, mkdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {isAlias, isNode, parseDocument, visit} from 'yaml';
import {loadConfig} from '#config/index.ts';
import {endOfLifeOf, vulnerabilityOf} from '#shared/start/server-versions.ts';
import {homeComposition, interpolate} from '#test/helpers/home-composition.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const {services} = homeComposition();
const {kinoteka, mongodb, redis} = services;
const {version} = JSON.parse(read('package.json')) as {version: string};

test('the composition for a home is three services of finished images, in one file', t => {
	t.deepEqual(Object.keys(services), ['kinoteka', 'mongodb', 'redis']);
	for (const [name, {image, build}] of Object.entries(services)) {
		t.regex(image, /^[\w/]+:\d+\.\d+\.\d+$/, name);
		t.is(build, undefined, name);
	}
	t.is(kinoteka.image, `kinoteka/kinoteka:${version}`);
});

test('nothing in it is too new for Docker 20.10, or too much for the windows of a NAS', t => {
	const document = parseDocument(read('docker-compose.home.yml'));
	visit(document, (_key, node) => {
		t.false(isAlias(node) || (isNode(node) && 'anchor' in node && Boolean(node.anchor)), 'an anchor');
	});
	for (const file of ['docker-compose.home.yml', 'docker-compose.yml', 'Dockerfile']) {
		t.notRegex(read(file), /start[_-]interval/, file);
	}
	t.notRegex(read('docker-compose.home.yml'), /^x-|\bsecrets:|\bprofiles:|\bdevelop:|env_file/m);
});

test('both compositions run the same servers, which have all fixes', t => {
	for (const name of ['mongodb', 'redis'] as const) {
		t.true(read('docker-compose.yml').includes(`image: ${services[name].image}\n`), name);
	}
	const tag = mongodb.image.split(':')[1] ?? '';
	t.regex(tag, /^8\.0\./);
	t.is(vulnerabilityOf(tag, 'x'), null);
	t.is(endOfLifeOf(tag), '2029-10');
	const [major = 0, minor = 0, patch = 0] = (redis.image.split(':')[1] ?? '').split('.').map(Number);
	t.true(major === 8 && minor === 1 && patch >= 6);
});

test('its variables are a configuration, with one process for all pools', t => {
	const {PUID, PGID, UMASK, ...own} = Object.fromEntries(
		Object.entries(kinoteka.environment).map(([name, value]) => [name, interpolate(String(value), {})]),
	);
	t.deepEqual([PUID, PGID, UMASK], ['1000', '1000', '022']);
	const config = loadConfig(own);
	t.is(config.workers.processes, 'few');
	t.is(config.workers.pools, null);
	t.is(config.torrent.port, 6881);
	t.deepEqual(
		kinoteka.ports.map(port => interpolate(port, {})),
		['0.0.0.0:5656:5656', '0.0.0.0:6881:6881', '0.0.0.0:6881:6881/udp'],
	);
	t.deepEqual(
		kinoteka.volumes.map(volume => interpolate(volume, {DATA_DIR: '/volume1/data'})),
		['/volume1/data:/data'],
	);
});

test('each of its containers is closed, and has a health check', t => {
	for (const [name, service] of Object.entries(services)) {
		t.true(service.read_only, name);
		t.deepEqual(service.cap_drop, ['ALL'], name);
		t.deepEqual(service.security_opt, ['no-new-privileges:true'], name);
		t.is(service.logging.driver, 'local', name);
		t.truthy(service.healthcheck.test, name);
		t.is(service.ports !== undefined, name === 'kinoteka', name);
	}
});

/** Only root may give folders to another user. */
const asRoot = process.getuid?.() === 0 ? test : test.skip;
const entry = (env: Record<string, string>, ...command: string[]) =>
	spawnSync('sh', [join(root, 'scripts/container.sh'), ...command], {env: {PATH: process.env['PATH'] ?? '', ...env}, encoding: 'utf8'});

asRoot('the container makes its folders and goes on as PUID and PGID, without root’s rights', t => {
	const data = tempFolder(t);
	chownSync(data, 0, 0);
	const env = {DATA_DIR: join(data, 'kinoteka'), PUID: '1234', PGID: '4321', UMASK: '002'};
	const {stdout, stderr} = entry(env, 'sh', '-c', 'id -u; id -g; id -G; umask; grep CapEff /proc/self/status');
	t.is(stdout.replaceAll(/\s+/g, ' '), '1234 4321 4321 0002 CapEff: 0000000000000000 ', stderr);
	for (const name of ['.', 'kinoteka', 'downloads', 'media']) {
		const {uid, gid} = statSync(join(data, name));
		t.deepEqual([uid, gid], [1234, 4321], name);
	}
});

asRoot('folders that belong to somebody stay theirs, and a wrong PUID is told', t => {
	const data = tempFolder(t);
	mkdirSync(join(data, 'media'));
	chownSync(join(data, 'media'), 77, 77);
	const env = {DATA_DIR: join(data, 'kinoteka'), PUID: '1234', PGID: '4321'};
	t.is(entry(env, 'true').status, 0);
	t.is(statSync(join(data, 'media')).uid, 77);
	const {status, stderr} = entry({...env, PUID: 'me'}, 'true');
	t.is(status, 2);
	t.regex(stderr, /PUID and PGID are numbers.*"me"/);
});
