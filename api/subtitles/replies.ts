import type {Operation, Operations} from '#api/http/operation.ts';
import {added, queuedSearch} from '#api/http/route.ts';
import {
	type FileSubtitles,
	parseSubtitleKindKey,
	type Subtitle,
	type SubtitleKind,
	subtitleSources,
} from '#shared/domain/media/subtitle.ts';
import type {ProviderResult, RatedSubtitle} from '#shared/domain/subtitles/found-subtitle.ts';
import {
	flag,
	integer,
	integerOrNull,
	number,
	numberOrNull,
	oneOf,
	text,
	textOrNull,
	texts,
	timestampOrNull,
} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';

const subtitle = viewOf<Subtitle>()(
	{
		id: text,
		language: textOrNull,
		forced: flag,
		hearingImpaired: flag,
		source: oneOf(subtitleSources),
		path: textOrNull,
		format: textOrNull,
		score: integerOrNull,
		provider: textOrNull,
		downloadedAt: timestampOrNull,
	},
	'Subtitle',
);
const kind = {language: text, forced: flag, hearingImpaired: flag};

type Known = Pick<FileSubtitles, 'list' | 'missing'> & {readAt: Date | null};
export const titleSubtitles = viewOf<Known>()({
	subtitles: from(subtitle.list, ({list}: Known) => list),
	missing: from(viewOf<SubtitleKind>()(kind, 'MissingSubtitle').list, ({missing}: Known) => missing.map(parseSubtitleKindKey)),
	readAt: timestampOrNull.description('Null until the file has been analysed for the first time, which this request triggers.'),
});

const found = viewOf<RatedSubtitle>()(
	{
		providerId: text,
		provider: text,
		subtitleId: from(text, ({id}: RatedSubtitle) => id),
		...kind,
		score: integer.min(0).max(100),
		approved: from(flag, ({rejections}: RatedSubtitle) => rejections.length === 0),
		reasons: texts.description('What the score is made of.'),
		rejections: texts.description('Why it is not downloaded automatically.'),
		releases: texts,
		isHashMatch: flag,
		isIdMatch: flag,
		title: textOrNull,
		year: integerOrNull,
		seasonNumber: integerOrNull,
		episodeNumber: integerOrNull,
		fps: numberOrNull,
		isMachineTranslated: flag,
		isTrusted: flag,
		downloadCount: integer,
		format: textOrNull,
		uploadedAt: timestampOrNull,
	},
	'FoundSubtitle',
);
const providerResult = viewOf<ProviderResult>()(
	{providerId: text, provider: text, status: oneOf(['ok', 'error', 'rate_limited']), resultCount: integer, errorMessage: textOrNull},
	'SubtitleProviderResult',
);

interface Search {
	results: RatedSubtitle[];
	providerResults: ProviderResult[];
	searchDuration: number;
}
export const search = viewOf<Search>()({
	results: found.list,
	providerResults: providerResult.list,
	totalResults: from(integer, ({results}: Search) => results.length),
	searchDuration: number,
});

const operationsOf = (base: string, of: 'Movie' | 'Episode', title: string): [string, Operation][] => [
	[
		`GET ${base}`,
		{
			id: `list${of}Subtitles`,
			summary: `List the subtitles of ${title}, and those that are missing`,
			replies: {200: titleSubtitles.schema},
		},
	],
	[
		`GET ${base}/search`,
		{
			id: `search${of}Subtitles`,
			summary: `Search the providers for subtitles of ${title}`,
			replies: {200: search.schema},
			failures: [409, 502],
		},
	],
	[
		`POST ${base}`,
		{
			id: `add${of}Subtitle`,
			summary: `Download a found subtitle of ${title}, or upload one`,
			replies: {201: added.schema},
			failures: [409, 502],
		},
	],
	[
		`POST ${base}/fetch`,
		{
			id: `fetch${of}Subtitles`,
			summary: `Download the best subtitles that ${title} lacks`,
			replies: {202: queuedSearch.schema},
			failures: [409],
		},
	],
	[
		`DELETE ${base}/:subtitleId`,
		{id: `delete${of}Subtitle`, summary: `Delete a subtitle beside the file of ${title}`, replies: {204: null}, failures: [409]},
	],
	[
		`POST ${base}/:subtitleId/shift`,
		{
			id: `shift${of}Subtitle`,
			summary: `Show a subtitle beside the file of ${title} earlier or later`,
			replies: {200: added.schema},
			failures: [409],
		},
	],
	[
		`POST ${base}/:subtitleId/synchronise`,
		{
			id: `synchronise${of}Subtitle`,
			summary: `Fit a subtitle beside the file of ${title} to its sound`,
			replies: {202: queuedSearch.schema},
			failures: [409],
		},
	],
];

export const subtitlesOperations: Operations = Object.fromEntries([
	...operationsOf('/api/library/movies/:id/subtitles', 'Movie', 'a movie'),
	...operationsOf('/api/library/episodes/:id/subtitles', 'Episode', 'an episode'),
]);
