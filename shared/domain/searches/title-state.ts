import {progressOf, type QueueItem} from '../downloads/queue-item.ts';
import {dayMs, minuteMs} from '../durations.ts';
import {type NamedPause, pausedText} from '../pauses.ts';
import type {LastSearch, WaitingRelease} from './last-search.ts';
import type {NextSearch} from './why-not-searched.ts';

export const titleStates = ['missing', 'notAvailableYet', 'searching', 'found', 'downloading', 'importing', 'needsYou', 'there'] as const;
export type TitleStateName = (typeof titleStates)[number];

/** The state of a title, and the reason. */
export interface TitleState {
	state: TitleStateName;
	/** Why, and what comes next, for people. */
	sentence: string;
	/** When the state ends by itself, such as a delay or the time until the title is available. Null if unknown. */
	until: Date | null;
	/** 0 to 100 of what is downloaded; null in every other state. */
	progress: number | null;
	/** The download or import that the state is about. */
	queueId: string | null;
}

type ShownItem = Pick<QueueItem, 'id' | 'state' | 'status' | 'health' | 'statusMessages' | 'errorMessage' | 'retryAt' | 'transfer'>;
export interface StateItem extends ShownItem {
	/** Why it is paused, if that is not its client's own doing. */
	pause?: NamedPause | null;
}

/** What is stored about the searches of a title. */
export interface TitleSearch {
	/** Null while it is not being searched. */
	searchingSince: Date | null;
	/** Null until it was searched for the first time since this is written. */
	last: LastSearch | null;
	/** A release that is rejected only for now, and when it was seen. */
	waiting: (WaitingRelease & {seenAt: Date}) | null;
}

export const neverSearched: TitleSearch = {searchingSince: null, last: null, waiting: null};

export interface TitleFacts {
	hasFile: boolean;
	/** Together with its series. */
	monitored: boolean;
	availableFrom: Date | 'always' | 'never';
	/** Its downloads that have not ended. */
	downloads: readonly StateItem[];
	search: TitleSearch;
	/** Also of a title whose outcomes were not kept, such as one of a restored library. */
	lastSearchTime: Date | null;
	/** Null for what no task would search. */
	next: NextSearch | null;
	/** What a person has paused that would search and grab it. */
	pause?: NamedPause | null;
}

/** A search without any sign of life for this long was interrupted. */
const longestSearchMs = 15 * minuteMs;
/** Milliseconds after the end of a wait in which the release is still taken: the next run of a task grabs it. */
const graceMs = 30 * minuteMs;
/** The same for a release whose wait has no known end. */
const rememberedMs = dayMs;

/** The state of a movie or an episode. */
export function stateOf(facts: TitleFacts, now: Date): TitleState {
	const {hasFile, downloads, search, lastSearchTime, availableFrom, monitored, next, pause} = facts;
	const ofDownload = downloadState(downloads);
	if (hasFile) {
		const better = ofDownload ? ` A better release: ${lowerFirst(ofDownload.sentence)}` : '';
		return plain('there', `It is in the library.${better}`, {queueId: ofDownload?.queueId ?? null});
	}
	if (ofDownload) {
		return ofDownload;
	}
	if (isSearching(search, now)) {
		return plain('searching', 'The indexers are being asked.');
	}
	const {waiting} = search;
	if (waiting && isStillWaiting(waiting, now)) {
		const sentence = sentences(`${waiting.release} was found and waits: ${waiting.reason}.`, paused(pause));
		return plain('found', sentence, {until: later(waiting.until, pause)});
	}
	if (availableFrom === 'never' || (availableFrom !== 'always' && availableFrom > now)) {
		const isKnown = availableFrom !== 'never';
		const sentence = isKnown ? 'It is not available yet.' : 'It is not available yet, and no date is known.';
		return plain('notAvailableYet', sentence, {until: isKnown ? availableFrom : null});
	}
	if (!monitored) {
		return plain('missing', sentences(notMonitored, search.last?.message));
	}
	if (next && next.nextSearchAt === null) {
		return plain('needsYou', sentences(next.nextSearchReason, search.last?.message));
	}
	const withoutOutcome = lastSearchTime ? 'There is no record of what its last search found.' : 'It has not been searched for yet.';
	return plain('missing', sentences(search.last?.message ?? withoutOutcome, next?.nextSearchReason));
}

export interface SeriesFacts extends Pick<TitleFacts, 'downloads' | 'search' | 'monitored' | 'pause'> {
	/** Of those that are monitored and have aired, or have a file. */
	episodeCount: number;
	episodeFileCount: number;
	/** The states of the episodes without a file that have aired, if the caller has read them. */
	missing?: readonly TitleState[];
}

/** The state of a series or of a season, by its counts and what happens to any of its episodes. */
export function stateOfSeries({episodeCount, episodeFileCount, missing: states = [], ...facts}: SeriesFacts, now: Date): TitleState {
	const ofDownload = downloadState(facts.downloads);
	if (ofDownload) {
		return ofDownload;
	}
	if (isSearching(facts.search, now)) {
		return plain('searching', 'The indexers are being asked.');
	}
	const missing = episodeCount - episodeFileCount;
	if (missing > 0) {
		const count = `${missing} of ${episodeCount} episodes that have aired ${missing === 1 ? 'is' : 'are'} missing.`;
		const lead = leadOf(states);
		return lead
			? {...lead, sentence: sentences(count, lead.sentence)}
			: plain(
					'missing',
					sentences(count, monitoredOrNot(facts.monitored), facts.search.last?.message, facts.monitored ? paused(facts.pause) : null),
				);
	}
	return episodeCount === 0
		? plain('notAvailableYet', 'No monitored episode has aired yet.')
		: plain('there', 'Every monitored episode that has aired is in the library.');
}

const paused = (pause: NamedPause | null | undefined) => (pause ? pausedText(pause.what, pause) : null);

/** A delay ends no earlier than the pause; if that has no end, neither has the delay. */
function later(until: Date | null, pause: NamedPause | null | undefined): Date | null {
	return pause && until ? pause.until && (pause.until > until ? pause.until : until) : until;
}

const notMonitored = 'It is not monitored, so no task searches for it.';
const monitoredOrNot = (monitored: boolean) => (monitored ? null : notMonitored);

/**
 * The state that speaks for all missing episodes: one that waits or is searched now, or that none of them will be
 * searched.
 */
function leadOf(missing: readonly TitleState[]): TitleState | null {
	const lead = missing.find(({state}) => state === 'searching') ?? missing.find(({state}) => state === 'found');
	const [first] = missing;
	return lead ?? (first?.state === 'needsYou' && missing.every(({state}) => state === 'needsYou') ? first : null);
}

/** States that need a person come first, then what is happening now. */
const order: readonly TitleStateName[] = ['needsYou', 'importing', 'downloading', 'missing'];

function downloadState(items: readonly StateItem[]): TitleState | null {
	const states = items.map(stateOfItem).toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
	const [first] = states;
	if (first?.state !== 'downloading' || states.length === 1) {
		return first ?? null;
	}
	return {...first, progress: together(items), sentence: `${states.length} downloads. ${first.sentence}`};
}

function together(items: readonly StateItem[]): number {
	const sum = (of: (transfer: NonNullable<StateItem['transfer']>) => number) =>
		items.reduce((total, {transfer}) => total + (transfer ? of(transfer) : 0), 0);
	const size = sum(transfer => transfer.size);
	return size > 0 ? Math.round(((size - sum(transfer => transfer.sizeLeft)) / size) * 1000) / 10 : 0;
}

const waitingWords: Readonly<Partial<Record<StateItem['status'], string>>> = {
	paused: 'Its download is paused.',
	queued: 'Its download waits for its turn.',
	warning: 'It is downloading, with a warning.',
};

/** Whether a download needs a person to continue: its import was refused, or its client reports an error. */
export function needsPerson({state, health}: Pick<StateItem, 'state' | 'health'>): boolean {
	return state === 'importPending' ? health !== 'ok' : state === 'downloading' && health === 'error';
}

function stateOfItem(item: StateItem): TitleState {
	const {id: queueId, state, status, retryAt, pause} = item;
	const message = messageOf(item);
	if (state === 'failedPending') {
		return plain('missing', sentences('Its download failed.', message, 'Another release is searched for.'), {queueId, until: retryAt});
	}
	if (state === 'importPending' || state === 'importing') {
		return needsPerson(item)
			? plain('needsYou', sentences('It is downloaded, but not imported.', message), {queueId})
			: plain('importing', 'It is downloaded and is being imported.', {queueId});
	}
	if (needsPerson(item)) {
		return plain('needsYou', sentences('Its download has stopped.', message), {queueId});
	}
	const words = waitingWords[status] ?? 'It is downloading.';
	return {...plain('downloading', sentences(words, paused(pause), message), {queueId}), progress: progressOf(item)};
}

function messageOf({errorMessage, statusMessages}: StateItem): string | null {
	return errorMessage ?? statusMessages.flatMap(({messages}) => messages)[0] ?? null;
}

function isSearching({searchingSince}: TitleSearch, now: Date): boolean {
	return searchingSince !== null && Math.abs(Number(now) - Number(searchingSince)) < longestSearchMs;
}

function isStillWaiting({until, seenAt}: {until: Date | null; seenAt: Date}, now: Date): boolean {
	return until ? Number(now) < Number(until) + graceMs : Number(now) - Number(seenAt) < rememberedMs;
}

function plain(state: TitleStateName, sentence: string, more: Partial<Pick<TitleState, 'until' | 'queueId'>> = {}): TitleState {
	return {state, sentence, until: null, progress: null, queueId: null, ...more};
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Each ends with a full stop. */
function sentences(...all: (string | null | undefined)[]): string {
	return all.flatMap(each => (each ? (/[.!?…]$/.test(each) ? each : `${each}.`) : [])).join(' ');
}
