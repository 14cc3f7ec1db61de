import {existsSync, readdirSync} from 'node:fs';
import {setTimeout as pause} from 'node:timers/promises';
import type {MovieReply} from '#scripts/demo/replies.ts';
import type {Journey} from './journeys.ts';
import type {Stage} from './stage.ts';

type Needed = Pick<Stage, 'caller' | 'client' | 'library'>;

interface QueueReply {
	items: {title: string; movieId: string | null; trackedDownloadState: string; errorMessage: string | null}[];
}

const callMs = 30_000;
const lookMs = 1000;

/** Waits until every film has its file; returns the faults. */
export async function awaitFiles(journeys: readonly Journey[], stage: Needed, limitMs: number): Promise<string[]> {
	const end = performance.now() + limitMs;
	let waiting = [...journeys];
	while (waiting.length > 0 && performance.now() < end) {
		const looks = await Promise.all(waiting.slice(0, 20).map(journey => movieOf(journey, stage)));
		const done = new Set(looks.filter(({hasFile}) => hasFile).map(({id}) => id));
		waiting = waiting.filter(({movieId}) => !done.has(movieId));
		if (done.size === 0) {
			await pause(lookMs);
		}
	}
	return Promise.all(
		waiting.map(
			async journey => `${journey.offer.release} has no file after ${Math.round(limitMs / 1000)} s: ${await whereIs(journey, stage)}`,
		),
	);
}

function movieOf({movieId}: Journey, {caller}: Needed): Promise<MovieReply> {
	return caller.insist(api => api.get<MovieReply>(`/api/library/movies/${movieId}`), callMs);
}

async function whereIs({movieId, offer}: Journey, {caller, client}: Needed): Promise<string> {
	const {items} = await caller.insist(api => api.get<QueueReply>('/api/queue?limit=500'), callMs);
	const mine = items.filter(item => item.movieId === movieId);
	const told = mine.map(({trackedDownloadState, errorMessage}) => `${trackedDownloadState} ${errorMessage ?? ''}`.trim());
	const times = client.added.get(offer.release) ?? 0;
	return `${told.length > 0 ? told.join(', ') : 'not in the queue'}; added to the client ${times} times`;
}

/** Everything that must have happened to each film exactly once. `others` are films whose journey was broken off. */
export async function judgeJourneys(journeys: readonly Journey[], stage: Needed, others: readonly Journey[] = []): Promise<string[]> {
	const faults = await Promise.all(journeys.map(journey => judge(journey, stage)));
	const known = new Set([...journeys, ...others].map(({offer}) => offer.release));
	const strangers = [...stage.client.added.keys()].filter(release => !known.has(release));
	return [...faults.flat(), ...strangers.map(release => `${release} is in the client, but nobody grabbed it`)];
}

async function judge(journey: Journey, stage: Needed): Promise<string[]> {
	const {offer, movieId} = journey;
	const {release} = offer;
	const {file} = await movieOf(journey, stage);
	// What has no file has been told already, and the rest of its journey is missing, too.
	const isWrong = (count: number) => count > 1 || (count === 0 && file !== null);
	const times = stage.client.added.get(release) ?? 0;
	const {history} = await stage.caller.insist(
		api => api.get<{history: {event: string}[]}>(`/api/history?movieId=${movieId}&limit=100`),
		callMs,
	);
	const events = ['grabbed', 'imported'].map(event => ({event, count: history.filter(entry => entry.event === event).length}));
	return [
		...(isWrong(times) ? [`${release} was added to the client ${times} times`] : []),
		...events.filter(({count}) => isWrong(count)).map(({event, count}) => `the history of ${release} has ${count} entries "${event}"`),
		...(file && !existsSync(file.path) ? [`the file of ${release} is recorded but not on the disk`] : []),
	];
}

/** Videos in the library without a film, and partial files. */
export function strayFiles(journeys: readonly Journey[], library: string): string[] {
	const names = readdirSync(library, {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile())
		.map(({name}) => name);
	const videos = names.filter(name => name.endsWith('.mkv'));
	const rest = names.filter(name => !/\.(mkv|srt|nfo)$/.test(name));
	const surplus = videos.length > journeys.length ? [`the library has ${videos.length} videos of ${journeys.length} films`] : [];
	return [...surplus, ...rest.map(name => `a stray file is left in the library: ${name}`)];
}
