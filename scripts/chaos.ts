import {parseArgs} from 'node:util';
import {chaosCaptcha} from './chaos/captcha.ts';
import type {Chaos} from './chaos/chaos.ts';
import {chaosClock} from './chaos/clock.ts';
import {chaosIndexer} from './chaos/indexer.ts';
import {chaosOperations} from './chaos/operations.ts';
import {chaosRedis} from './chaos/redis.ts';
import {createTeller} from './teller/console.ts';

/** Every kind of trouble that the service is exposed to, by the name that selects it. */
const kinds: Record<string, Chaos> = {
	captcha: chaosCaptcha,
	clock: chaosClock,
	indexer: chaosIndexer,
	operations: chaosOperations,
	redis: chaosRedis,
};

const {values, positionals} = parseArgs({options: {rounds: {type: 'string'}}, allowPositionals: true});
const unknown = positionals.filter(name => !(name in kinds));
if (unknown.length > 0) {
	console.error(`There is no ${unknown.join(', ')}. There are: ${Object.keys(kinds).join(', ')}.`);
	process.exit(2);
}
const tell = createTeller(process.stderr);
const rounds = values.rounds === undefined ? null : Number(values.rounds);
for (const name of positionals.length > 0 ? positionals : Object.keys(kinds)) {
	const {faults, figures} = await kinds[name]!({tell, rounds}); // unknown names were refused above
	console.log(`${name}: ${faults.length === 0 ? 'passed' : 'failed'}, ${[...faults, figures].join('; ')}`);
	process.exitCode = faults.length === 0 ? (process.exitCode ?? 0) : 1;
}
