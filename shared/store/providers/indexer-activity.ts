import {randomUUID} from 'node:crypto';
import {type Connection, type QueryFilter, Schema} from 'mongoose';
import {dayMs, secondMs} from '../../domain/durations.ts';
import {readPage} from '../../lists/page.ts';
import {maskSecrets} from '../../mask-secrets.ts';
import {schemaOptions} from '../mongo/records.ts';

/** What is done with an indexer: it is searched, its feed is read, a release is fetched, or its site wants a login. */
export const indexerActions = ['query', 'rss', 'grab', 'login'] as const;
export type IndexerAction = (typeof indexerActions)[number];

/** One use of an indexer. */
export interface IndexerEvent {
	indexerId: string;
	/** The name that it had. */
	indexerName: string;
	action: IndexerAction;
	/** The search or the release; null if there is none. */
	subject: string | null;
	/** Why it failed; null for a success. */
	error: string | null;
	/** Milliseconds until the whole answer was there, without our own waiting; null where nothing was measured. */
	answerMs: number | null;
	/** Requests that were sent, pages and capabilities included. */
	requests: number;
	/** Releases in the answer. */
	releases: number;
}

/** How often each thing was done, and how often it failed. */
export const countNames = [
	'queries',
	'failedQueries',
	'rss',
	'failedRss',
	'grabs',
	'failedGrabs',
	'logins',
	'failedLogins',
	'requests',
	'releases',
	'answers',
	'answerMs',
] as const;
type IndexerCounts = Record<(typeof countNames)[number], number>;

const countOf = {
	query: ['queries', 'failedQueries'],
	rss: ['rss', 'failedRss'],
	grab: ['grabs', 'failedGrabs'],
	login: ['logins', 'failedLogins'],
} as const satisfies Record<IndexerAction, readonly [keyof IndexerCounts, keyof IndexerCounts]>;

/** Upper ends in milliseconds of the ranges in which answers are counted; the last range has none. */
const rangeEnds = [100, 250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000] as const;
export const ranges = rangeEnds.length + 1;

/** What an event adds to the counts of its day, and the range of its answer. A failure counts as one, too. */
export function countsOf({action, error, answerMs, requests, releases}: IndexerEvent): {
	counts: Partial<IndexerCounts>;
	range: number | null;
} {
	const [all, failed] = countOf[action];
	const isTimed = error === null && answerMs !== null;
	return {
		counts: {
			[all]: 1,
			...(error !== null && {[failed]: 1}),
			...(requests > 0 && {requests}),
			...(releases > 0 && {releases}),
			...(isTimed && {answers: 1, answerMs: Math.round(answerMs)}),
		},
		range: isTimed ? rangeOf(answerMs) : null,
	};
}

function rangeOf(ms: number): number {
	const index = rangeEnds.findIndex(end => ms <= end);
	return index === -1 ? rangeEnds.length : index;
}

/**
 * Milliseconds within which this share of the answers came, as far as their ranges tell; null without answers. Those
 * of the last range count as its beginning.
 */
export function answeredWithin(share: number, answersByRange: readonly number[]): number | null {
	const total = answersByRange.reduce((sum, each) => sum + each, 0);
	if (total === 0) {
		return null;
	}
	const wanted = share * total;
	let before = 0;
	for (const [index, count] of answersByRange.entries()) {
		if (count > 0 && before + count >= wanted) {
			const from = rangeEnds[index - 1] ?? 0;
			const to = rangeEnds[index] ?? from;
			return Math.round(from + ((wanted - before) / count) * (to - from));
		}
		before += count;
	}
	return rangeEnds.at(-1) ?? null;
}

/** What one indexer did on one day of UTC. */
interface StoredDay {
	/** Id of the indexer and the day. */
	_id: string;
	indexerId: string;
	/** The name that it had last. */
	name: string;
	day: Date;
	counts: Partial<IndexerCounts>;
	/** Answers by the range of their time. */
	ranges: Record<string, number>;
}

interface StoredEvent extends IndexerEvent {
	_id: string;
	at: Date;
}

export type LoggedEvent = IndexerEvent & {id: string; at: Date};

/** One day of an indexer, for bars. */
export interface IndexerDay extends Pick<IndexerCounts, 'queries' | 'rss' | 'grabs' | 'requests'> {
	/** Such as 2026-11-28, in UTC. */
	day: string;
	/** Of all kinds. */
	failures: number;
}

export interface IndexerStatistics extends IndexerCounts {
	indexerId: string;
	name: string;
	/** Milliseconds; null without an answer. */
	meanMs: number | null;
	/** Milliseconds within which 95 % of the answers came. */
	p95Ms: number | null;
	days: IndexerDay[];
}

/** Days that statistics and single events are kept. */
export const statisticsDays = 400;
export const eventDays = 14;
/** Characters of a title and of an error. */
const maxText = 300;
/** Indexers in the statistics, and the latest days of each that are listed. */
const maxIndexers = 500;
const listedDays = 30;

const daySchema = new Schema<StoredDay>(
	{_id: String, indexerId: String, name: String, day: Date, counts: Schema.Types.Mixed, ranges: Schema.Types.Mixed},
	schemaOptions,
);
daySchema.index({day: 1}, {expireAfterSeconds: (statisticsDays * dayMs) / secondMs});

const eventSchema = new Schema<StoredEvent>(
	{
		_id: String,
		indexerId: String,
		indexerName: String,
		action: String,
		subject: String,
		error: String,
		answerMs: Number,
		requests: Number,
		releases: Number,
		at: Date,
	},
	schemaOptions,
);
eventSchema.index({indexerId: 1, at: -1, _id: 1});
eventSchema.index({indexerId: 1, action: 1, at: -1, _id: 1});
eventSchema.index({at: 1}, {expireAfterSeconds: (eventDays * dayMs) / secondMs});

/** What is done with indexers: counted by day, and for two weeks each single event. */
export function createIndexerActivityStore(connection: Connection) {
	const days = connection.model<StoredDay>('IndexerDay', daySchema, 'indexerDays');
	const events = connection.model<StoredEvent>('IndexerEvent', eventSchema, 'indexerEvents');
	return {
		/** Two writes, however many indexers took part. */
		async note(noted: readonly IndexerEvent[], now: Date): Promise<void> {
			if (noted.length === 0) {
				return;
			}
			const rows = noted.map(event => ({...event, ...shortened(event), _id: randomUUID(), at: now}));
			await Promise.all([
				days.bulkWrite(noted.map(toUpsert(startOfDay(now))), {ordered: false}),
				events.insertMany(rows, {ordered: false, lean: true}),
			]);
		},
		/** Of the latest `count` days of UTC, today included; the one that was asked most comes first. */
		async statistics(count: number, now: Date): Promise<IndexerStatistics[]> {
			const from = daysBefore(now, count);
			const [totals, single] = await Promise.all([
				days.aggregate<Totals>([
					{$match: {day: {$gte: from}}},
					groupByIndexer,
					{$sort: {queries: -1, rss: -1, _id: 1}},
					{$limit: maxIndexers},
				]),
				days
					.find({day: {$gte: daysBefore(now, Math.min(count, listedDays))}}, {name: 0, ranges: 0})
					.sort({day: 1})
					.lean<StoredDay[]>(),
			]);
			const byIndexer = Map.groupBy(single, ({indexerId}) => indexerId);
			return totals.map(total => toStatistics(total, byIndexer.get(total._id) ?? []));
		},
		/** Of the single uses from one moment to another, in the time for which these are kept. */
		async between(from: Date, to: Date): Promise<({indexerId: string} & IndexerCounts)[]> {
			const rows = await events.aggregate<{
				_id: Pick<IndexerEvent, 'indexerId' | 'action'> & {failed: boolean};
				count: number;
				answers: number;
				answerMs: number;
			}>([
				{$match: {at: {$gte: from, $lt: to}}},
				{
					$group: {
						_id: {indexerId: '$indexerId', action: '$action', failed: {$gt: ['$error', null]}},
						count: {$sum: 1},
						answers: {$sum: {$cond: [{$gt: ['$answerMs', null]}, 1, 0]}},
						answerMs: {$sum: '$answerMs'},
					},
				},
			]);
			return [...Map.groupBy(rows, ({_id}) => _id.indexerId)].map(([indexerId, some]) => {
				const counts = Object.fromEntries(countNames.map(name => [name, 0])) as IndexerCounts; // all of them
				for (const {_id, count, answers, answerMs} of some) {
					const [all, failed] = countOf[_id.action];
					counts[all] += count;
					counts[failed] += _id.failed ? count : 0;
					counts.answers += _id.failed ? 0 : answers;
					counts.answerMs += _id.failed ? 0 : answerMs;
				}
				return {indexerId, ...counts};
			});
		},
		/** Newest first. */
		async page({indexerId, action, page, limit}: EventQuery, now: Date): Promise<{events: LoggedEvent[]; total: number}> {
			const filter: QueryFilter<StoredEvent> = {indexerId, ...(action && {action}), at: {$gte: new Date(Number(now) - eventDays * dayMs)}};
			const {rows, total} = await readPage<StoredEvent, StoredEvent>(events, {filter, sort: {at: -1, _id: 1}, page, limit});
			return {events: rows.map(({_id, ...event}) => ({...event, id: _id})), total};
		},
	};
}

interface EventQuery {
	indexerId: string;
	action?: IndexerAction | undefined;
	page: number;
	limit: number;
}

/** Sites quote addresses in what they say, and titles may be long. */
function shortened({subject, error}: IndexerEvent): Pick<IndexerEvent, 'subject' | 'error'> {
	return {subject: subject?.slice(0, maxText) ?? null, error: error && maskSecrets(error).slice(0, maxText)};
}

const toUpsert = (day: Date) => (event: IndexerEvent) => {
	const {counts, range} = countsOf(event);
	const added = Object.fromEntries(Object.entries(counts).map(([name, value]) => [`counts.${name}`, value]));
	return {
		updateOne: {
			filter: {_id: `${event.indexerId} ${isoDay(day)}`},
			update: {
				$set: {indexerId: event.indexerId, name: event.indexerName, day},
				$inc: {...added, ...(range !== null && {[`ranges.r${range}`]: 1})},
			},
			upsert: true,
		},
	};
};

type Totals = IndexerCounts & {_id: string; name: string} & Record<`r${number}`, number>;

const rangeNames = Array.from({length: ranges}, (_none, index) => `r${index}` as const);

const groupByIndexer = {
	$group: {
		_id: '$indexerId',
		name: {$last: '$name'},
		...Object.fromEntries(countNames.map(name => [name, {$sum: `$counts.${name}`}])),
		...Object.fromEntries(rangeNames.map(name => [name, {$sum: `$ranges.${name}`}])),
	},
};

function toStatistics(total: Totals, single: readonly StoredDay[]): IndexerStatistics {
	const counts = Object.fromEntries(countNames.map(name => [name, total[name]])) as IndexerCounts; // all of them
	const byRange = rangeNames.map(name => total[name] ?? 0);
	return {
		indexerId: total._id,
		name: total.name,
		...counts,
		meanMs: total.answers === 0 ? null : Math.round(total.answerMs / total.answers),
		p95Ms: answeredWithin(0.95, byRange),
		days: single.map(toDay),
	};
}

function toDay({day, counts}: StoredDay): IndexerDay {
	const {queries = 0, rss = 0, grabs = 0, requests = 0, failedQueries = 0, failedRss = 0, failedGrabs = 0, failedLogins = 0} = counts;
	return {day: isoDay(day), queries, rss, grabs, requests, failures: failedQueries + failedRss + failedGrabs + failedLogins};
}

const startOfDay = (date: Date) => new Date(Math.floor(Number(date) / dayMs) * dayMs);
const isoDay = (date: Date) => date.toISOString().slice(0, 10);
const daysBefore = (now: Date, count: number) => new Date(Number(startOfDay(now)) - (count - 1) * dayMs);
