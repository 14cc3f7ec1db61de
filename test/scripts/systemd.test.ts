import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {variables} from '#config/schema.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const units = ['kinoteka.service', 'kinoteka-worker@.service'].map(name => ({
	name,
	lines: readFileSync(join(root, 'scripts/systemd', name), 'utf8').split('\n'),
}));
const valuesOf = (lines: string[], name: string) =>
	lines.filter(line => line.startsWith(`${name}=`)).map(line => line.slice(name.length + 1));

/** Variables that Node, the C library and the folder of downloaded programs read. */
const ofOthers = ['NODE_ENV', 'HOME', 'XDG_CACHE_HOME', 'MALLOC_ARENA_MAX', 'MALLOC_TRIM_THRESHOLD_'];

for (const {name, lines} of units) {
	test(`${name} starts a program of ours with variables that we read`, t => {
		const [start = ''] = valuesOf(lines, 'ExecStart');
		t.true(existsSync(join(root, start.split(' ').at(-1) ?? '')), start);
		const set = valuesOf(lines, 'Environment').flatMap(line => line.split(' ').map(each => each.split('=')[0] ?? ''));
		t.deepEqual(
			set.filter(each => !(each in variables.describe().keys) && !ofOthers.includes(each)),
			[],
		);
	});

	test(`${name} has no rights, and writes to its own folders only`, t => {
		for (const line of [
			'NoNewPrivileges=true',
			'ProtectSystem=strict',
			'ProtectHome=true',
			'CapabilityBoundingSet=',
			'User=kinoteka',
			'StateDirectoryMode=0700',
			'UMask=0022',
			'SystemCallErrorNumber=EPERM',
		]) {
			t.true(lines.includes(line), line);
		}
		// The API and the workers stop within 20 s by themselves.
		t.true(Number(valuesOf(lines, 'TimeoutStopSec')[0]) > 20);
	});
}
