import {existsSync, readdirSync} from 'node:fs';
import {setTimeout as pause} from 'node:timers/promises';
import type {MovieReply, SubtitlesReply} from '#scripts/demo/replies.ts';
import {videosOf} from './catalogue.ts';
import type {Journey} from './journeys.ts';
import type {Stage} from './stage.ts';

type Needed = Pick<Stage, 'caller' | 'client' | 'library'>;

interface QueueReply {
	items: {title: string; movieId: string | null; seriesId: string | null; trackedDownloadState: string; errorMessage: string | null}[];
}

const callMs = 30_000;
const pollMs = 1000;

/** Waits until every title has its files; returns the faults. */
export async function awaitFiles(journeys: readonly Journey[], stage: Needed, limitMs: number): Promise<string[]> {
	const end = performance.now() + limitMs;
	let waiting = [...journeys];
	while (waiting.length > 0 && performance.now() < end) {
		const looked = waiting.slice(0, 20);
		const paths = await Promise.all(looked.map(journey => pathsOf(journey, stage)));
		const done = new Set(looked.filter((journey, index) => isWhole(journey, paths[index])));
		waiting = waiting.filter(journey => !done.has(journey));
		if (done.size === 0) {
			await pause(pollMs);
		}
	}
	return Promise.all(
		waiting.map(
			async journey => `${journey.offer.release} has no file after ${Math.round(limitMs / 1000)} s: ${await whereIs(journey, stage)}`,
		),
	);
}

const isWhole = ({offer}: Journey, paths: readonly string[] = []) => paths.length === videosOf(offer).length;

/** The files that are recorded for the film, or for the episodes of the show. */
async function pathsOf({titleId, offer}: Journey, {caller}: Needed): Promise<string[]> {
	if (offer.episodes === 0) {
		const {file} = await caller.insist(api => api.get<MovieReply>(`/api/library/movies/${titleId}`), callMs);
		return file ? [file.path] : [];
	}
	const path = `/api/library/series/${titleId}/seasons/1`;
	const {episodes} = await caller.insist(api => api.get<{episodes: {file: {path: string} | null}[]}>(path), callMs);
	return episodes.flatMap(({file}) => (file ? [file.path] : []));
}

async function whereIs({titleId, offer}: Journey, {caller, client}: Needed): Promise<string> {
	const {items} = await caller.insist(api => api.get<QueueReply>('/api/queue?limit=500'), callMs);
	const mine = items.filter(item => item.movieId === titleId || item.seriesId === titleId);
	const reported = mine.map(({trackedDownloadState, errorMessage}) => `${trackedDownloadState} ${errorMessage ?? ''}`.trim());
	const times = client.added.get(offer.release) ?? 0;
	return `${reported.length > 0 ? reported.join(', ') : 'not in the queue'}; added to the client ${times} times`;
}

/** Waits until every film has exactly one subtitle; returns the faults. */
export async function awaitSubtitles(journeys: readonly Journey[], stage: Needed, limitMs: number): Promise<string[]> {
	const end = performance.now() + limitMs;
	let waiting = journeys.filter(({offer}) => offer.episodes === 0);
	for (;;) {
		const looks = await Promise.all(waiting.map(async journey => ({journey, count: await countSubtitles(journey, stage)})));
		const wrong = looks.filter(({count}) => count !== 1);
		if (wrong.length === 0 || performance.now() > end) {
			return wrong.map(({journey, count}) => `${journey.offer.release} has ${count} subtitles`);
		}
		waiting = wrong.map(({journey}) => journey);
		await pause(pollMs);
	}
}

/** Of those on the disk. */
async function countSubtitles({titleId}: Journey, {caller}: Needed): Promise<number> {
	const path = `/api/library/movies/${titleId}/subtitles`;
	const {subtitles} = await caller.insist(api => api.get<SubtitlesReply>(path), callMs);
	return subtitles.filter(subtitle => subtitle.path !== null && existsSync(subtitle.path)).length;
}

/** Everything that must have happened to each title exactly once. `others` are titles whose journey was broken off. */
export async function judgeJourneys(journeys: readonly Journey[], stage: Needed, others: readonly Journey[] = []): Promise<string[]> {
	const faults = await Promise.all(journeys.map(journey => judge(journey, stage)));
	const known = new Set([...journeys, ...others].map(({offer}) => offer.release));
	const strangers = [...stage.client.added.keys()].filter(release => !known.has(release));
	return [...faults.flat(), ...strangers.map(release => `${release} is in the client, but nobody grabbed it`)];
}

async function judge(journey: Journey, stage: Needed): Promise<string[]> {
	const {offer, titleId} = journey;
	const {release} = offer;
	const paths = await pathsOf(journey, stage);
	// What has no file has been told already, and the rest of its journey is missing, too.
	const isWrong = (count: number, expected = 1) => count > expected || (count < expected && paths.length > 0);
	const times = stage.client.added.get(release) ?? 0;
	const {history} = await stage.caller.insist(
		api => api.get<{history: {event: string}[]}>(`/api/history?${offer.episodes > 0 ? 'seriesId' : 'movieId'}=${titleId}&limit=100`),
		callMs,
	);
	// Each file of a pack has an entry of its own.
	const events = Object.entries({grabbed: 1, imported: videosOf(offer).length}).map(([event, expected]) => ({
		event,
		expected,
		count: history.filter(entry => entry.event === event).length,
	}));
	return [
		...(isWrong(times) ? [`${release} was added to the client ${times} times`] : []),
		...events
			.filter(({count, expected}) => isWrong(count, expected))
			.map(({event, count}) => `the history of ${release} has ${count} entries "${event}"`),
		...paths.filter(path => !existsSync(path)).map(path => `${path} of ${release} is recorded but not on the disk`),
	];
}

/** Videos in the library without a title, and partial files. */
export function strayFiles(journeys: readonly Journey[], library: string): string[] {
	const names = readdirSync(library, {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile())
		.map(({name}) => name);
	const videos = names.filter(name => name.endsWith('.mkv'));
	const rest = names.filter(name => !/\.(mkv|srt|nfo)$/.test(name));
	const max = journeys.reduce((sum, {offer}) => sum + videosOf(offer).length, 0);
	const surplus = videos.length > max ? [`the library has ${videos.length} videos, which is more than the ${max} that were grabbed`] : [];
	return [...surplus, ...rest.map(name => `a stray file is left in the library: ${name}`)];
}
