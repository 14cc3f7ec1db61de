import {setTimeout as pause} from 'node:timers/promises';
import {checkStart, type StartNeeds} from './check-start.ts';
import type {StartProblem} from './start-problem.ts';

export interface Waiting {
	who: string;
	/** The servers that are away, as the check before the start found them. */
	problems: readonly StartProblem[];
	needs: StartNeeds;
	signal: AbortSignal;
	say?: (line: string) => void;
}

const retryMs = 1000;
const sayAgainMs = 10_000;

/** Waits until MongoDB and Redis answer, however long that takes, and says now and then what it waits for. */
export async function awaitServers({
	who,
	problems,
	needs: {mongodbUri, redisUrl, redisPrefix, mustBeSet},
	signal,
	say = line => console.error(line),
}: Waiting): Promise<void> {
	const servers = {mongodbUri, redisUrl, redisPrefix, mustBeSet};
	const since = Date.now();
	let saidAt = 0;
	let said = '';
	for (let missing = problems; missing.length > 0; missing = (await checkStart(servers)).problems) {
		const lines = missing.map(({message}) => message);
		if (lines.join() !== said || Date.now() - saidAt > sayAgainMs) {
			const seconds = Math.round((Date.now() - since) / 1000);
			for (const line of lines) {
				say(`${who} waits (${seconds} s): ${line}`);
			}
			said = lines.join();
			saidAt = Date.now();
		}
		await pause(retryMs, undefined, {signal});
	}
	if (problems.length > 0) {
		say(`${who}: MongoDB and Redis answer, going on`);
	}
}
