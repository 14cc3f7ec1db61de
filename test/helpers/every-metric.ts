import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {type CounterName, counterNames, createCounters} from '#shared/counters.ts';
import type {Served} from './serve.ts';

const workers = fileURLToPath(new URL('../../workers', import.meta.url));

/** Counts everything once, with the labels that the workers use, and answers one request of each outcome. */
export async function countEverything({deps, call}: Served): Promise<void> {
	const counters = createCounters(deps.producer, deps.prefix);
	for (const name of counterNames) {
		counters.add(name, Object.fromEntries(labelsOf(name).map(label => [label, 'some'])));
	}
	await counters.close();
	await call('GET /api/library/movies');
	await call('GET /api/library/movies/none');
}

const calls = readdirSync(workers, {recursive: true, encoding: 'utf8'})
	.filter(file => file.endsWith('.ts'))
	.flatMap(file => [...readFileSync(join(workers, file), 'utf8').matchAll(/counters\.add\('(\w+)', \{([^}]*)\}/g)]);

function labelsOf(name: CounterName): string[] {
	const [, , labels = ''] = calls.find(([, counted]) => counted === name) ?? [];
	return labels.split(',').map(label => (label.split(':')[0] ?? '').trim());
}
