import type {FileMediaInfo, MediaFile, SubtitleTrack} from '#shared/domain/media/media-file.ts';
import {noOtherNumbers, type OtherNumber, type OtherNumbers} from '#shared/domain/media/other-numbers.ts';
import {type AddedBy, addedByKinds, type Image} from '#shared/domain/media/title.ts';
import {
	flag,
	integer,
	integerOrNull,
	numberOrNull,
	oneOf,
	optional,
	type Typed,
	text,
	textOrNull,
	texts,
	timestamp,
	timestampOrNull,
} from '#shared/presenters/fields.ts';
import {from, inside, isPresent, type Part, textsOf, viewOf} from '#shared/presenters/view.ts';

/** Fields that movies and series share. They are grouped so that each reply keeps the order of its fields. */
export const names = {title: text, originalTitle: textOrNull, year: integerOrNull, metaId: integer};
export const about = {imdbId: textOrNull, overview: textOrNull};
export const reception = {
	genres: texts,
	certification: textOrNull,
	metaRating: numberOrNull,
	metaVoteCount: integerOrNull,
	posterUrl: textOrNull,
	backdropUrl: textOrNull,
	monitored: flag,
};
/** Who added the title. */
export const addedBy = viewOf<AddedBy>()({kind: oneOf(addedByKinds), id: textOrNull}, 'AddedBy').orNull;
export const dates = {createdAt: timestamp, updatedAt: timestamp, addedAt: timestamp};
export const keeping = {
	rootFolderPath: text,
	qualityProfileId: text,
	libraryId: textOrNull.description('Custom library that it belongs to; null for none.'),
	tags: textsOf('tags', 'Labels that people, programs and rules have given it.'),
	ruleTags: textsOf('ruleTags', 'Those of `tags` that a rule of `/api/auto-tags` has given.'),
	// Titles of older versions lack it, which shows as null too.
	languageProfileId: textOrNull as Typed<string | null | undefined>,
	searchOnAdd: flag,
	lastSearchTime: timestampOrNull,
};

export const image = viewOf<Image>()({url: text, type: text});
export const person = {name: text, character: textOrNull, metaId: integerOrNull, pictureUrl: optional(textOrNull)};

/**
 * Fields of an episode, within its season and on its own. They are grouped so that each reply keeps
 * the order of its fields.
 */
export const position = {id: text, seriesId: text, seasonNumber: integer, episodeNumber: integer};

const otherNumber = viewOf<OtherNumber>()(
	{season: integer, episode: integer, absolute: integerOrNull, guessed: flag},
	'OtherNumber',
).orNull;
const otherNumbersView = viewOf<OtherNumbers>()({tvdb: otherNumber, scene: otherNumber}, 'OtherNumbers');
/** The numbers of an episode in other lists; those that were never stored are none. */
export const otherNumbers: Part<OtherNumbers | null | undefined> = {
	...otherNumbersView,
	present: numbers => otherNumbersView.present(numbers ?? noOtherNumbers),
	missing: noOtherNumbers,
};
export const plot = {title: textOrNull, overview: textOrNull, airDate: textOrNull};
export const course = {runtime: integerOrNull, monitored: flag};

const judged = {id: text, path: text, size: integer, quality: text, qualityScore: integer};
const releaseTitle = textOrNull;
const dateAdded = timestamp;
const releaseGroup = textOrNull;
const languages = texts;

const subtitleTrack = viewOf<SubtitleTrack>()(
	{
		language: textOrNull.description('Language code; null when the file does not say it.'),
		forced: flag,
		hearingImpaired: flag,
		format: textOrNull.description('Such as srt, ass or pgs; null if unknown.'),
		isImage: flag.description('Pictures instead of text.'),
	},
	'SubtitleTrack',
);

const mediaInfo = viewOf<FileMediaInfo>()(
	{
		videoCodec: textOrNull,
		audioCodec: textOrNull,
		audioChannels: numberOrNull,
		resolution: textOrNull,
		videoBitDepth: integerOrNull.description('Bits of each colour; null if unknown.'),
		dynamicRange: textOrNull.description('Such as HDR10 or DV HDR10; null for SDR.'),
		frameRate: numberOrNull.description('Frames a second; null if unknown.'),
		durationSeconds: numberOrNull.description('Length in seconds; null if unknown.'),
		audioLanguages: from(
			texts.description('Language codes of the audio tracks, in their order.'),
			({audioLanguages}: FileMediaInfo) => audioLanguages ?? [],
		),
		subtitleTracks: from(subtitleTrack.list, ({subtitleTracks}: FileMediaInfo) => subtitleTracks ?? []),
	},
	'MediaInfo',
).orNull;

const ofMovie = {...judged, releaseTitle, dateAdded};
const ofEpisode = {...judged, dateAdded};

/** Where the file came from. */
const origin = {
	originalFile: from(textOrNull, ({originalFile}: MediaFile) => originalFile ?? null),
	releaseHash: from(textOrNull, ({releaseHash}: MediaFile) => releaseHash ?? null),
	formatIds: from(texts, ({formatIds}: MediaFile) => formatIds ?? []),
};

/** Files as shown in lists, and as shown with a single title. */
export const movieFile = viewOf<MediaFile>()(ofMovie, 'MovieFile');
export const movieFileDetail = viewOf<MediaFile>()(
	{...ofMovie, releaseGroup, edition: textOrNull, languages, mediaInfo, ...origin},
	'MovieFileDetail',
);
export const episodeFile = viewOf<MediaFile>()(ofEpisode, 'EpisodeFile');
export const episodeFileDetail = viewOf<MediaFile>()(
	{...ofEpisode, releaseTitle, releaseGroup, languages, mediaInfo, ...origin},
	'EpisodeFileDetail',
);

/** What a title shows about its file in addition to the file itself. */
export const hasFile = isPresent('file');
export const fileId = inside('file', 'id', textOrNull);
