import {setTimeout as pause} from 'node:timers/promises';
import type {Stage} from '../stage/stage.ts';
import {type Listener, listen} from './listener.ts';
import {collectPublished, judgeListener} from './published.ts';

/** Clients that follow the event streams all the time. */
export interface Audience {
	/** Ends them; what they missed, and how much they got. */
	end(): Promise<{faults: string[]; figures: string}>;
}

const streams = [
	{name: 'queue', path: '/api/queue/events'},
	{name: 'tasks', path: '/api/tasks/stream'},
];
const listenersPerStream = 2;
/** The last events are still on their way to the listeners when they are read from Redis. */
const lastEventMs = 10_000;
const pollMs = 100;

async function awaitLast(listeners: readonly Listener[], published: readonly string[]): Promise<void> {
	const last = published.at(-1);
	const end = performance.now() + lastEventMs;
	while (last !== undefined && listeners.some(({ids}) => !ids.includes(last)) && performance.now() < end) {
		await pause(pollMs);
	}
}

export function openAudience({servers, urls, apiKey, prefix}: Stage): Audience {
	const followed = streams.map(({name, path}) => ({
		name,
		published: collectPublished(servers.redis, `${prefix}:events:${name}`),
		listeners: Array.from({length: listenersPerStream}, () => listen({urls, path, apiKey})),
	}));
	return {
		async end() {
			await Promise.all(
				followed.map(async ({published, listeners}) => {
					await published.stop();
					await awaitLast(listeners, published.ids);
				}),
			);
			const faults = followed.flatMap(({name, published, listeners}) =>
				listeners.flatMap((each, index) => judgeListener(`listener ${index + 1} of ${name}`, each, published.ids)),
			);
			const all = followed.flatMap(({listeners}) => listeners);
			for (const each of all) {
				each.stop();
			}
			const events = followed.reduce((sum, {published}) => sum + published.ids.length, 0);
			const connections = all.reduce((sum, each) => sum + each.connections(), 0);
			return {faults, figures: `${events} events to ${all.length} listeners over ${connections} connections`};
		},
	};
}
