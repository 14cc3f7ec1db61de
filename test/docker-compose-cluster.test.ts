import {readFileSync} from 'node:fs';
import test from 'ava';
import {parse} from 'yaml';
import {loadConfig} from '#config/index.ts';

interface Service {
	command?: string[];
	environment?: Record<string, string>;
	hostname?: string;
	image?: string;
	read_only?: boolean;
	networks?: string[];
	healthcheck?: object;
	volumes?: string[];
}

const read = (name: string) =>
	parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'), {merge: true}) as {
		services: Record<string, Service>;
		volumes: Record<string, null>;
	};
const base = read('docker-compose.yml');
const cluster = read('docker-compose.cluster.yml');
const notOurs = new Set(['prepare', 'mongodb', 'redis', 'balancer']);
const ours = Object.keys(base.services).filter(name => !notOurs.has(name));

test('each of our services is told all members, and each member that they are told is there', t => {
	for (const name of ours) {
		const {MONGODB_URI = '', REDIS_URL = ''} = cluster.services[name]?.environment ?? {};
		t.notThrows(() => loadConfig({MONGODB_URI, REDIS_URL}), name);
		const hosts = [...`${MONGODB_URI} ${REDIS_URL}`.matchAll(/[/,]([a-z][a-z-]*\d?):\d+/g)].map(([, host = '']) => host);
		t.is(hosts.length, 6, name);
		t.true(
			hosts.every(host => host in cluster.services),
			name,
		);
	}
});

test('what is added runs the same servers with the same rights, and keeps its data', t => {
	const added = Object.entries(cluster.services).filter(([name]) => !(name in base.services));
	t.deepEqual(
		added.map(([name]) => name),
		['mongodb-2', 'mongodb-3', 'redis-2', 'redis-3', 'sentinel-1', 'sentinel-2', 'sentinel-3'],
	);
	for (const [name, {image, read_only: isReadOnly, networks, healthcheck, hostname, volumes}] of added) {
		t.is(image, base.services[name.startsWith('mongodb') ? 'mongodb' : 'redis']?.image, name);
		t.true(isReadOnly, name);
		t.deepEqual(networks, ['servers'], name);
		t.truthy(healthcheck, name);
		t.is(hostname, name.startsWith('mongodb') ? undefined : name);
		t.true(name.startsWith('sentinel') || (volumes?.[0]?.split(':')[0] ?? '') in cluster.volumes, name);
	}
	t.deepEqual(cluster.services['mongodb-2']?.command, base.services['mongodb']?.command);
	t.deepEqual(cluster.services['redis']?.command?.slice(0, base.services['redis']?.command?.length), base.services['redis']?.command);
	t.is(cluster.services['redis']?.hostname, 'redis');
});
