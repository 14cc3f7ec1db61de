import type {Stage} from '../stage/stage.ts';
import {listen} from './listener.ts';
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

export function openAudience({servers, urls, apiKey, prefix}: Stage): Audience {
	const followed = streams.map(({name, path}) => ({
		name,
		published: collectPublished(servers.redis, `${prefix}:events:${name}`),
		listeners: Array.from({length: listenersPerStream}, () => listen({urls, path, apiKey})),
	}));
	return {
		async end() {
			await Promise.all(followed.map(({published}) => published.stop()));
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
