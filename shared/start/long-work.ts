import {every} from '../coordination/wait.ts';

/** Milliseconds after which work is announced, and between two signs of progress. */
const signMs = 5000;

export const updatingRecords = 'records of an earlier version are brought up to date; this may take minutes';

/** What a process sends to `npm start` while it does something long before it is ready. */
export interface BusyMessage {
	busy: string;
}

/**
 * Work before a process is ready that takes minutes in a large library. `what`, or what the work says instead with
 * `say`, is printed once, and `npm start`, which would give up after a minute, is told regularly that the work goes on.
 */
export async function longWork<T>(what: string, work: (say: (stage: string) => void) => Promise<T>): Promise<T> {
	let stage = what;
	let reported = '';
	const endSigns = every(signMs, () => {
		if (process.connected) {
			process.send?.({busy: stage} satisfies BusyMessage);
		} else if (stage !== reported) {
			console.error(stage);
		}
		reported = stage;
	});
	try {
		return await work(next => {
			stage = next;
		});
	} finally {
		endSigns();
	}
}
