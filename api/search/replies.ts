import type {Operations} from '#api/http/operation.ts';
import {queuedSearch} from '#api/http/route.ts';
import {
	type IndexerResult,
	indexerResultStatuses,
	type JudgedRelease,
	titleIdOf,
	type Version,
} from '#shared/domain/decisions/judged-release.ts';
import {type Rejection, rejectionReasons} from '#shared/domain/decisions/rule.ts';
import {numberings} from '#shared/domain/media/other-numbers.ts';
import type {MatchedFormat} from '#shared/domain/quality/custom-formats.ts';
import {describeQuality, getQuality, type ReleaseQuality} from '#shared/domain/quality/qualities.ts';
import {type FoundRelease, indexerFlags, protocols} from '#shared/domain/release/release.ts';
import {originOf} from '#shared/mask-secrets.ts';
import {
	flag,
	integer,
	integerOrNull,
	listOf,
	number,
	oneOf,
	orNull,
	type Typed,
	text,
	textOrNull,
	texts,
	timestamp,
	timestampOrNull,
} from '#shared/presenters/fields.ts';
import {from, type Part, viewOf} from '#shared/presenters/view.ts';
import {type StartedSearch, searchStates} from '#shared/store/downloads/release-cache.ts';

const found = <Name extends keyof FoundRelease>(name: Name, schema: Typed<FoundRelease[Name]>) =>
	from(schema, ({release}: JudgedRelease) => release[name]);

/** Any part of an address may be a passkey, and grabbing needs only guid and indexer. */
const address: Part<string | null, string | null> = {
	schema: textOrNull.description('Where it comes from: the origin of its address.'),
	present: url => url && originOf(url),
};

const quality = viewOf<ReleaseQuality>()({quality: text, resolution: textOrNull, source: textOrNull, modifier: textOrNull});
const reason = oneOf(rejectionReasons);

const rejectionDetail = viewOf<Rejection>()({reason, detail: text, temporary: flag});

/** A part of the score by custom formats. */
const matchedFormat = viewOf<MatchedFormat>()({name: text, score: integer}, 'MatchedFormat');

/** The decision for one copy of a title that is in several libraries. */
const version = viewOf<Version>()(
	{
		movieId: from(textOrNull, ({mappedMovie}: Version) => mappedMovie?.id ?? null),
		seriesId: from(textOrNull, ({mappedSeries}: Version) => mappedSeries?.id ?? null),
		libraryId: from(textOrNull.description('Library of the copy; null for none.'), (judged: Version) => judged.libraryId ?? null),
		approved: flag,
		rejections: listOf(reason),
		rejectionDetails: rejectionDetail.list,
		customFormatScore: from(integer, ({judgement}: Version) => judgement.formatScore),
	},
	'ReleaseVersion',
);

/** A release with its decision. */
const release = viewOf<JudgedRelease>()(
	{
		guid: found('guid', text),
		title: found('title', text),
		size: found('size', integer),
		indexer: found('indexer', text),
		indexerId: found('indexerId', text),
		publishDate: found('publishDate', timestampOrNull),
		downloadUrl: from(address, ({release: {downloadUrl, magnetUrl}}: JudgedRelease) => downloadUrl ?? magnetUrl),
		infoUrl: from(address, ({release: {infoUrl}}: JudgedRelease) => infoUrl),
		category: found('category', texts),
		seeders: found('seeders', integerOrNull),
		leechers: found('leechers', integerOrNull),
		protocol: found('protocol', oneOf(protocols)),
		quality: from(quality, (judged: JudgedRelease) => describeQuality(getQuality(judged.judgement.quality), judged.release.title)),
		qualityScore: from(integer.min(0).max(100), ({judgement}: JudgedRelease) => judgement.qualityScore),
		customFormatScore: from(integer, ({judgement}: JudgedRelease) => judgement.formatScore),
		rejections: listOf(reason),
		rejectionDetails: rejectionDetail.list,
		wouldHaveWaited: texts.description(
			'Why an automatic search would have waited: the delay of its protocol, the minimum age of Usenet releases, or a title that is not available yet.',
		),
		approved: flag,
		releaseGroup: from(textOrNull, ({judgement}: JudgedRelease) => judgement.releaseGroup),
		language: from(textOrNull, ({judgement: {languages}}: JudgedRelease) => (languages.length > 0 ? languages.join(', ') : null)),
		indexerFlags: found('flags', listOf(oneOf(indexerFlags)).description('What the indexer says about it besides its title.')),
		customFormats: from(matchedFormat.list, ({formats = []}: JudgedRelease) => formats),
		numbering: from(orNull(oneOf(numberings)), ({mappedSeries, judgement}: JudgedRelease) =>
			mappedSeries ? (judgement.numbering ?? 'own') : null,
		),
		mappedMovie: viewOf<NonNullable<JudgedRelease['mappedMovie']>>()({id: text, title: text, year: integerOrNull}).orNull,
		mappedSeries: viewOf<NonNullable<JudgedRelease['mappedSeries']>>()({id: text, title: text}).orNull,
		mappedEpisode: viewOf<NonNullable<JudgedRelease['mappedEpisode']>>()({seasonNumber: integer, episodeNumber: integer}).orNull,
		versions: from(version.list, (judged: JudgedRelease) => judged.versions ?? (titleIdOf(judged) === null ? [] : [judged])),
	},
	'Release',
);

const indexerResult = viewOf<IndexerResult>()(
	{indexerId: text, indexerName: text, resultCount: integer, status: oneOf(indexerResultStatuses), errorMessage: textOrNull},
	'IndexerResult',
);

interface Search {
	releases: JudgedRelease[];
	indexerResults: IndexerResult[];
	searchDuration: number;
	searchTime: Date;
}
export const search = viewOf<Search>()({
	releases: release.list,
	indexerResults: indexerResult.list,
	totalResults: from(integer, ({releases}: Search) => releases.length),
	searchDuration: number,
	searchTime: timestamp,
});

export interface SearchSoFar {
	search: StartedSearch;
	/** Null when nothing has changed since the caller read it. */
	found: {releases: JudgedRelease[]; indexerResults: IndexerResult[]} | null;
	now: Date;
}

type Asked = StartedSearch['asking'][number];
const askedIndexer = viewOf<Asked>()(
	{indexerId: from(text, ({id}: Asked) => id), indexerName: from(text, ({name}: Asked) => name)},
	'AskedIndexer',
);

/** Why a search has no end that its worker could tell. */
const lost = {
	queued: 'No worker has begun the search in time. Check at /api/system/status that the search pool is running, then search again.',
	searching: 'The worker that searched has died, and no other one has taken over. Search again.',
};

/** How the search ended, even if no worker is left to report it. */
function endOf({search: {state, until, message}, now}: SearchSoFar): Pick<StartedSearch, 'state' | 'message'> {
	const isLost = (state === 'queued' || state === 'searching') && new Date(until) < now;
	return isLost ? {state: 'failed', message: lost[state]} : {state, message};
}

/** A list that is left out when its reader has it. */
function unlessKnown<Rec, S>({schema, present}: Part<readonly Rec[], S>, description: string): Part<readonly Rec[] | null, S | null> {
	return {schema: schema.allow(null).description(description), present: rows => rows && present(rows)};
}

export const searchSoFar = viewOf<SearchSoFar>()(
	{
		searchId: from(text.description('Id of the search.'), ({search: {id}}: SearchSoFar) => id),
		state: from(
			oneOf(searchStates).description('How far it is: waiting for a worker, under way, or how it has ended.'),
			(soFar: SearchSoFar) => endOf(soFar).state,
		),
		message: from(textOrNull.description('Why it failed; null if it did not.'), (soFar: SearchSoFar) => endOf(soFar).message),
		revision: from(
			text.description('Version of this reply. Sent as `after`, it leaves out what the caller has.'),
			({search: {revision}}: SearchSoFar) => revision,
		),
		asking: from(
			{...askedIndexer.list, schema: askedIndexer.list.schema.description('The indexers that have not answered yet.')},
			(soFar: SearchSoFar) => (endOf(soFar).state === 'searching' ? soFar.search.asking : []),
		),
		indexerResults: from(
			unlessKnown(
				indexerResult.list,
				'The indexers that have answered, failed or are paused; null when nothing has changed since `after`.',
			),
			({found}: SearchSoFar) => found?.indexerResults ?? null,
		),
		releases: from(
			unlessKnown(release.list, 'What they have, judged and in order, the best first; null when nothing has changed since `after`.'),
			({found}: SearchSoFar) => found?.releases ?? null,
		),
		searchDuration: from(
			number.description('Milliseconds since it was asked for, until its end.'),
			({search: {startedAt, endedAt}, now}: SearchSoFar) => Number(endedAt ? new Date(endedAt) : now) - Number(new Date(startedAt)),
		),
	},
	'SearchSoFar',
);

export const searchOperations: Operations = {
	'GET /api/search': {
		id: 'searchReleases',
		summary: 'Search the indexers for releases',
		replies: {200: search.schema},
		failures: [404, 502],
	},
	'POST /api/searches': {
		id: 'startSearch',
		summary: 'Start a search whose results can be read as each indexer answers',
		replies: {202: queuedSearch.schema},
		failures: [404],
	},
	'GET /api/searches/:id': {
		id: 'getSearch',
		summary: 'Show what a started search has found so far',
		replies: {200: searchSoFar.schema},
	},
	'DELETE /api/searches/:id': {id: 'stopSearch', summary: 'Stop a started search', replies: {204: null}},
};
