import {setTimeout as pause} from 'node:timers/promises';
import {ApiRefusal} from '#scripts/command/api-client.ts';
import type {SearchReply} from '#scripts/demo/replies.ts';
import {hourMs} from '#shared/domain/durations.ts';
import type {Offer} from '../stage/catalogue.ts';
import {addTitle} from '../stage/journeys.ts';
import {minuteTasks} from '../stage/schedules.ts';
import type {Stage} from '../stage/stage.ts';
import {budgets, toIndexer} from './limits.ts';
import type {SimulatedTime} from './simulated-time.ts';

/** The time that passes at once, in milliseconds. */
const stepMs = 10 * 60_000;
/** The 429 of hour 34 asks for six hours. */
const restartHour = 36;
const callMs = 60_000;
const pollMs = 50;
/** A search comes as often as this task; people search between. */
const stepsPerSync = 2;

interface Person {
	indexerId: string;
	/** The films that this person wants, of which the first is searched until it is grabbed. */
	wanted: Offer[];
}

/** Lets the days pass in steps, in each of which people search and grab, and the feeds are read. */
export async function live(stage: Stage, {time, hours}: {time: SimulatedTime; hours: number}): Promise<void> {
	const people = await prepare(stage);
	const steps = (hours * hourMs) / stepMs;
	for (let step = 0; step < steps; step += 1) {
		for (const person of people) {
			await searchAndGrab(person, stage);
		}
		if (step % stepsPerSync === 0) {
			await readFeeds(stage);
		}
		if (step === (Math.min(restartHour, hours / 2) * hourMs) / stepMs) {
			await restart(stage);
		}
		await time.pass(stepMs);
	}
}

/** Only what we start may ask the indexers, so all schedules are off. */
async function prepare({caller, indexerId, offers}: Stage): Promise<Person[]> {
	for (const taskId of [...minuteTasks, 'rssSync', 'missingMovies', 'missingEpisodes', 'cutoffUnmet', 'upgrade', 'libraryScan']) {
		await caller.insist(api => api.put(`/api/tasks/${taskId}/enabled`, {enabled: false}), callMs);
	}
	const {kind, url, categories} = await caller.call(api =>
		api.get<{kind: string; url: string; categories: number[]}>(`/api/indexers/${indexerId}`),
	);
	const second = {kind, url, categories, ...toIndexer(budgets[1])};
	const {id} = await caller.insist(api => api.post<{id: string}>('/api/indexers', second), callMs);
	return [indexerId, id].map((each, place) => ({indexerId: each, wanted: offers.filter((_offer, index) => index % 2 === place)}));
}

async function searchAndGrab({indexerId, wanted}: Person, stage: Stage): Promise<void> {
	const [offer] = wanted;
	if (!offer) {
		throw new Error('There are too few films for this many hours');
	}
	const query = encodeURIComponent(offer.film.title);
	await refusable(() => stage.caller.call(api => api.get<SearchReply>(`/api/search?query=${query}&indexers=${indexerId}`)));
	const movieId = await addTitle(offer, stage);
	const body = {guid: offer.guid, indexerId, movieId};
	const answer = await refusable(() => stage.caller.call(api => api.post('/api/download/grab', body)));
	if (answer === null || answer.status === 409) {
		wanted.shift();
	}
}

/** The refusal of a call; null if it succeeded. A person whose budget is used up is refused, which is right. */
async function refusable(call: () => Promise<unknown>): Promise<ApiRefusal | null> {
	try {
		await call();
		return null;
	} catch (error) {
		if (error instanceof ApiRefusal) {
			return error;
		}
		throw error;
	}
}

async function readFeeds({caller}: Stage): Promise<void> {
	const {executionId} = await caller.insist(api => api.post<{executionId: string}>('/api/tasks/rssSync/run', {force: true}), callMs);
	const end = performance.now() + callMs;
	while (performance.now() < end) {
		const {history} = await caller.insist(api => api.get<{history: {id: string}[]}>('/api/tasks/rssSync/history?limit=5'), callMs);
		if (history.some(({id}) => id === executionId)) {
			return;
		}
		await pause(pollMs);
	}
	throw new Error(`rssSync did not end within ${callMs / 1000} s`);
}

async function restart({parts, caller}: Stage): Promise<void> {
	await Promise.all(parts.map(part => part.kill()));
	await Promise.all(parts.map(part => part.start()));
	await caller.insist(api => api.get('/api/ready'), callMs);
}
