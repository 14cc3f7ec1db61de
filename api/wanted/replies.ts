import type {Operations} from '#api/http/operation.ts';
import {pageOf} from '#api/http/pages.ts';
import {inside, viewOf} from '#shared/presenters/view.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {Movie} from '#shared/domain/media/library-movie.ts';
import type {SubtitleKind} from '#shared/domain/media/subtitle.ts';
import {flag, integer, integerOrNull, oneOf, text, textOrNull, timestampOrNull} from '#shared/presenters/fields.ts';
import type {ProfileCutoff} from '#shared/store/profiles/quality-profiles.ts';
import type {NextSearch} from '#shared/tasks/next-searches.ts';
import {type WantedType, wantedTypes} from './schema.ts';

type OfMovie = 'year' | 'inCinemas' | 'digitalRelease' | 'physicalRelease';
type OfEpisode = 'seriesId' | 'seasonNumber' | 'episodeNumber' | 'airDateUtc';
/** The stored fields of a movie or episode; those of the other type are null. */
type Stored = Pick<Movie, 'id' | 'monitored' | 'lastSearchTime' | 'file'> & {title: string | null} & {[F in OfMovie]: Movie[F] | null} & {
	[F in OfEpisode]: Episode[F] | null;
};

const stored = {
	id: text,
	title: textOrNull,
	year: integerOrNull,
	inCinemas: timestampOrNull,
	digitalRelease: timestampOrNull,
	physicalRelease: timestampOrNull,
	seriesId: textOrNull,
	seasonNumber: integerOrNull,
	episodeNumber: integerOrNull,
	airDateUtc: timestampOrNull,
	monitored: flag,
	lastSearchTime: timestampOrNull,
};
const ofFile = {
	quality: inside('file', 'quality', textOrNull),
	qualityScore: inside('file', 'qualityScore', integerOrNull),
	formatScore: inside('file', 'formatScore', integerOrNull),
};
export const storedWanted = viewOf<Stored>()(stored);
export const storedBelowCutoff = viewOf<Stored>()({...stored, ...ofFile});

/** What lists add to the stored fields of a title. */
export interface BesideWanted extends NextSearch {
	type: WantedType;
	seriesTitle: string | null;
	qualityProfileId: string | null;
}
const beside = {
	type: oneOf(wantedTypes),
	seriesTitle: textOrNull,
	qualityProfileId: textOrNull,
	nextSearchAt: timestampOrNull,
	nextSearchReason: text,
};
export const besideWanted = viewOf<BesideWanted>()(beside);
export const besideCutoff = viewOf<BesideWanted & ProfileCutoff>()({...beside, cutoff: text, cutoffFormatScore: integer});
const wish = viewOf<SubtitleKind>()({language: text, forced: flag, hearingImpaired: flag});
export const besideSubtitles = viewOf<BesideWanted & {missing: SubtitleKind[]}>()({...beside, missing: wish.list});

const missingTitle = viewOf<Stored & BesideWanted>()({...stored, ...beside}, 'MissingTitle');
const titleBelowCutoff = viewOf<Stored & BesideWanted & ProfileCutoff>()(
	{...stored, ...ofFile, ...besideCutoff.fields},
	'TitleBelowCutoff',
);
const titleWithoutSubtitles = viewOf<Stored & BesideWanted & {missing: SubtitleKind[]}>()(
	{...stored, ...besideSubtitles.fields},
	'TitleWithoutSubtitles',
);

export const wantedOperations: Operations = {
	'GET /api/wanted/missing': {
		id: 'listMissing',
		summary: 'List monitored titles that are out and have no file',
		replies: {200: pageOf('items', missingTitle)},
	},
	'GET /api/wanted/cutoff': {
		id: 'listBelowCutoff',
		summary: 'List monitored titles whose file is below the cutoff of their profile',
		replies: {200: pageOf('items', titleBelowCutoff)},
	},
	'GET /api/wanted/subtitles': {
		id: 'listMissingSubtitles',
		summary: 'List titles whose file lacks subtitles that their language profile wants',
		replies: {200: pageOf('items', titleWithoutSubtitles)},
	},
};
