import type {Operations} from '#api/http/operation.ts';
import {type IndexerResult, indexerResultStatuses, type JudgedRelease} from '#shared/domain/decisions/judged-release.ts';
import {type Rejection, rejectionReasons} from '#shared/domain/decisions/rejections.ts';
import {describeQuality, type ReleaseQuality} from '#shared/domain/quality/describe-quality.ts';
import {getQuality} from '#shared/domain/quality/qualities.ts';
import {type FoundRelease, protocols} from '#shared/domain/release/release.ts';
import {originOf} from '#shared/mask-secrets.ts';
import {
	flag,
	integer,
	integerOrNull,
	listOf,
	number,
	oneOf,
	type Typed,
	text,
	textOrNull,
	texts,
	timestamp,
} from '#shared/presenters/fields.ts';
import {from, type Part, viewOf} from '#shared/presenters/view.ts';

const found = <Name extends keyof FoundRelease>(name: Name, schema: Typed<FoundRelease[Name]>) =>
	from(schema, ({release}: JudgedRelease) => release[name]);

/** Any part of an address may be a passkey, and grabbing needs only guid and indexer. */
const address: Part<string | null, string | null> = {
	schema: textOrNull.description('Where it comes from: the origin of its address.'),
	present: url => url && originOf(url),
};

const quality = viewOf<ReleaseQuality>()({quality: text, resolution: textOrNull, source: textOrNull, modifier: textOrNull});
const reason = oneOf(rejectionReasons);

/** A release with its decision. */
const release = viewOf<JudgedRelease>()(
	{
		guid: found('guid', text),
		title: found('title', text),
		size: found('size', integer),
		indexer: found('indexer', text),
		indexerId: found('indexerId', text),
		publishDate: found('publishDate', timestamp),
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
		rejectionDetails: viewOf<Rejection>()({reason, detail: text, temporary: flag}).list,
		wouldHaveWaited: texts.description(
			'Why an automatic search would have waited: the delay of its protocol, or a title that is not available yet.',
		),
		approved: flag,
		releaseGroup: from(textOrNull, ({judgement}: JudgedRelease) => judgement.releaseGroup),
		language: from(textOrNull, ({judgement: {languages}}: JudgedRelease) => (languages.length > 0 ? languages.join(', ') : null)),
		mappedMovie: viewOf<NonNullable<JudgedRelease['mappedMovie']>>()({id: text, title: text, year: integerOrNull}).orNull,
		mappedSeries: viewOf<NonNullable<JudgedRelease['mappedSeries']>>()({id: text, title: text}).orNull,
		mappedEpisode: viewOf<NonNullable<JudgedRelease['mappedEpisode']>>()({seasonNumber: integer, episodeNumber: integer}).orNull,
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

export const searchOperations: Operations = {
	'GET /api/search': {
		id: 'searchReleases',
		summary: 'Search the indexers for releases',
		replies: {200: search.schema},
		failures: [404, 502],
	},
};
