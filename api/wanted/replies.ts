import type {Operations} from '#api/http/replies/operation.ts';
import {pageOf} from '#api/http/replies/page.ts';
import type {SubtitleKind} from '#shared/domain/media/subtitle.ts';
import {flag, integer, integerOrNull, oneOf, text, textOrNull, timestampOrNull} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import type {NextSearch} from '#shared/tasks/next-searches.ts';
import type {cutoffOf, WantedRow} from './rows.ts';
import {wantedTypes} from './schema.ts';

type Waiting = WantedRow & NextSearch;

const fields = {
	id: text,
	type: oneOf(wantedTypes),
	title: textOrNull,
	year: integerOrNull,
	inCinemas: timestampOrNull,
	digitalRelease: timestampOrNull,
	physicalRelease: timestampOrNull,
	seriesId: textOrNull,
	seriesTitle: textOrNull,
	seasonNumber: integerOrNull,
	episodeNumber: integerOrNull,
	airDateUtc: timestampOrNull,
	monitored: flag,
	qualityProfileId: textOrNull,
	lastSearchTime: timestampOrNull,
	nextSearchAt: timestampOrNull,
	nextSearchReason: text,
};

export const missingTitle = viewOf<Waiting>()(fields, 'MissingTitle');

export const titleBelowCutoff = viewOf<Waiting & ReturnType<typeof cutoffOf>>()(
	{...fields, quality: text, qualityScore: integer, formatScore: integer, cutoff: text, cutoffFormatScore: integer},
	'TitleBelowCutoff',
);

const wish = viewOf<SubtitleKind>()({language: text, forced: flag, hearingImpaired: flag});
export const titleWithoutSubtitles = viewOf<Waiting & {missing: SubtitleKind[]}>()(
	{...fields, missing: wish.list},
	'TitleWithoutSubtitles',
);

export const wantedOperations: Operations = {
	'GET /api/wanted/missing': {
		summary: 'List monitored titles that are out and have no file',
		replies: {200: pageOf('items', missingTitle)},
	},
	'GET /api/wanted/cutoff': {
		summary: 'List monitored titles whose file is below the cutoff of their profile',
		replies: {200: pageOf('items', titleBelowCutoff)},
	},
	'GET /api/wanted/subtitles': {
		summary: 'List titles whose file lacks subtitles that their language profile wants',
		replies: {200: pageOf('items', titleWithoutSubtitles)},
	},
};
