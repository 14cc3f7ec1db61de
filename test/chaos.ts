import {randomInt} from 'node:crypto';
import {createReporter} from '#scripts/processes/reporter.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {chaosCaptcha} from './chaos/captcha.ts';
import type {Chaos, ChaosResult} from './chaos/chaos.ts';
import {chaosClock} from './chaos/clock.ts';
import {chaosDisk} from './chaos/disk.ts';
import {chaosGrab} from './chaos/grab.ts';
import {chaosHostile} from './chaos/hostile.ts';
import {chaosImport} from './chaos/import.ts';
import {chaosIndexer} from './chaos/indexer.ts';
import {chaosMachines} from './chaos/machines.ts';
import {chaosMove} from './chaos/move.ts';
import {chaosOperations} from './chaos/operations.ts';
import {chaosRedis} from './chaos/redis.ts';
import {chaosRolling} from './chaos/rolling.ts';
import {chaosVersions} from './chaos/versions.ts';

const {values, positionals} = readCommandLine({
	usage: 'npm run test:chaos [-- NAME … --rounds N --seed N]',
	about:
		'Breaks real processes, servers and disks, and checks that nothing is lost or doubled; test/chaos/README.md lists the names.\n  --rounds N  how long it takes\n  --seed N    repeats the kill points of an earlier run',
	options: {rounds: {type: 'string'}, seed: {type: 'string'}},
	allowPositionals: true,
});

/** Every kind of trouble that the service is exposed to, by the name that selects it. */
const kinds: Record<string, Chaos> = {
	captcha: chaosCaptcha,
	import: chaosImport,
	move: chaosMove,
	grab: chaosGrab,
	redis: chaosRedis,
	operations: chaosOperations,
	disk: chaosDisk,
	clock: chaosClock,
	indexer: chaosIndexer,
	hostile: chaosHostile,
	rolling: chaosRolling,
	machines: chaosMachines,
	versions: chaosVersions,
};

const lineMs = 60_000;
const maxSeed = 2 ** 31;
/** The other faults are in the lines before. */
const shownFaults = 5;

const unknown = positionals.filter(name => !(name in kinds));
if (unknown.length > 0) {
	console.error(`There is no ${unknown.join(', ')}. There are: ${Object.keys(kinds).join(', ')}.`);
	process.exit(2);
}
const reporter = createReporter(process.stderr, undefined, lineMs);
const rounds = values.rounds === undefined ? null : Number(values.rounds);
const seed = values.seed === undefined ? randomInt(maxSeed) : Number(values.seed);
reporter.step(`the seed is ${seed}; --seed ${seed} repeats its kill points`);
for (const name of positionals.length > 0 ? positionals : Object.keys(kinds)) {
	const result = await kinds[name]!({reporter, rounds, seed}).catch(brokenOff); // unknown names were refused above
	for (const fault of result.faults) {
		reporter.step(`${name}: ${fault}`);
	}
	console.log(lineOf(name, result));
	process.exitCode = result.faults.length === 0 ? (process.exitCode ?? 0) : 1;
}

/** Something outside the plan failed, such as a server that did not start. */
function brokenOff(error: unknown): ChaosResult {
	return {faults: [`it broke off: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`], figures: 'no figures'};
}

function lineOf(name: string, {faults, figures, skipped}: ChaosResult): string {
	if (skipped !== undefined) {
		return `${name}: skipped, ${skipped}`;
	}
	const more = faults.length > shownFaults ? [`and ${faults.length - shownFaults} more faults`] : [];
	const parts = [...faults.slice(0, shownFaults), ...more, figures].map(part => part.split('\n')[0]);
	return `${name}: ${faults.length === 0 ? 'passed' : 'failed'}, ${parts.join('; ')}`;
}
