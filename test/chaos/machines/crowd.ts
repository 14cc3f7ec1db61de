import {setTimeout as pause} from 'node:timers/promises';
import {type Listener, listen} from '../operations/listener.ts';
import type {Stage} from '../stage/stage.ts';

const paths = ['/api/queue/events', '/api/tasks/stream'];
const settleMs = 60_000;
const pollMs = 500;

/** Many clients of the event streams. */
export interface Crowd {
	/** Ends them; what they missed or got twice, and how much they got. */
	end(): Promise<{faults: string[]; figures: string}>;
}

export function openCrowd({urls, apiKey}: Stage, count: number): Crowd {
	const groups = paths.map(path => ({
		path,
		listeners: Array.from({length: Math.ceil(count / paths.length)}, () => listen({urls, path, apiKey})),
	}));
	return {
		async end() {
			const end = performance.now() + settleMs;
			while (groups.some(({listeners}) => missing(listeners).length > 0) && performance.now() < end) {
				await pause(pollMs);
			}
			const faults = groups.flatMap(({path, listeners}) =>
				[...missing(listeners), ...doubled(listeners)].map(fault => `${path}: ${fault}`),
			);
			const all = groups.flatMap(({listeners}) => listeners);
			for (const each of all) {
				each.stop();
			}
			const [events, connections] = [
				all.reduce((sum, {ids}) => sum + ids.length, 0),
				all.reduce((sum, each) => sum + each.connections(), 0),
			];
			const resets = all.reduce((sum, each) => sum + each.resets(), 0);
			return {faults, figures: `${events} events and ${resets} resets to ${all.length} listeners over ${connections} connections`};
		},
	};
}

/** What anybody heard of, everybody hears of, unless the service says that it does not know what was missed. */
function missing(listeners: readonly Listener[]): string[] {
	const first = listeners.map(({ids}) => ids[0] ?? '').reduce((a, b) => (isBefore(a, b) ? b : a), '');
	const known = new Set(listeners.flatMap(({ids}) => ids).filter(id => !isBefore(id, first)));
	return listeners.flatMap((each, index) => {
		const lost = known.difference(new Set(each.ids)).size;
		return lost > 0 && each.resets() === 0 ? [`listener ${index + 1} missed ${lost} of ${known.size} events and was not told`] : [];
	});
}

function doubled(listeners: readonly Listener[]): string[] {
	return listeners.flatMap(({ids}, index) =>
		new Set(ids).size < ids.length ? [`listener ${index + 1} got ${ids.length - new Set(ids).size} events twice`] : [],
	);
}

/** Ids are `<milliseconds>-<number>`. */
function isBefore(a: string, b: string): boolean {
	const [[at = 0, number = 0], [otherAt = 0, otherNumber = 0]] = [a, b].map(id => id.split('-').map(Number)) as [number[], number[]];
	return at < otherAt || (at === otherAt && number < otherNumber);
}
