import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createReporter} from '#scripts/processes/reporter.ts';
import {openTestServices} from '#scripts/test/services.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {live} from './simulate/live.ts';
import {describeDay, judge} from './simulate/report.ts';

const text = {type: 'string'} as const;
const {values} = readCommandLine({
	usage: 'npm run simulate [-- --years X --series N --movies N --seed N]',
	about:
		'Lets a year pass over a library in a few minutes, with simulated indexers and judges.\n  --years X   0.1 is possible; 1 by default\n  --series N  2,000 by default\n  --movies N  10,000 by default\n  --seed N    other accidents',
	options: {years: text, series: text, movies: text, seed: text},
});

const numbers = {
	years: Number(values.years ?? '1'),
	series: Number(values.series ?? '2000'),
	movies: Number(values.movies ?? '10000'),
	seed: Number(values.seed ?? '1'),
};
const wrong = Object.entries(numbers).find(([name, value]) => !(value >= 0) || (name !== 'years' && !Number.isInteger(value)));
if (wrong) {
	console.error(`--${wrong[0]} must be a number${wrong[0] === 'years' ? '' : ' without a fraction'}, at least 0.`);
	process.exit(2);
}
const daysBetweenLines = 30;
const reporter = createReporter(process.stderr);
// Always servers of its own, because it fills a database and needs all of a machine.
const services = await openTestServices({...process.env, TEST_MONGODB_URI: '', TEST_REDIS_URL: ''}, reporter);
const begun = performance.now();
const dataDir = mkdtempSync(join(tmpdir(), 'kinoteka-simulate-'));
try {
	let days = 0;
	const servers = {mongodbUri: services.env['TEST_MONGODB_URI'] ?? '', redisUrl: services.env['TEST_REDIS_URL'] ?? '', prefix: 'simulate'};
	const simulated = await live({...servers, dataDir, ...numbers}, day => {
		days += 1;
		if (days % daysBetweenLines === 0) {
			reporter.step(describeDay(day));
		}
	});
	const {faults, lines, sentence} = judge(simulated);
	console.log([...lines, '', `${sentence}; in ${Math.round((performance.now() - begun) / 1000)} s`].join('\n'));
	process.exitCode = faults.length === 0 ? 0 : 1;
} catch (error) {
	process.exitCode = 1;
	console.error(error);
	console.log(`simulate: failed, it broke off: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
} finally {
	await services.close();
	rmSync(dataDir, {recursive: true, force: true});
}
