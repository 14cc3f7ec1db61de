import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {MediaInfo} from '#shared/domain/media/media-info.ts';
import {integer, numberOrNull, text, textOrNull, texts, timestamp} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import {inside, isPresent} from '../stored-fields.ts';

const judged = {id: text, path: text, size: integer, quality: text, qualityScore: integer};
const releaseTitle = textOrNull;
const dateAdded = timestamp;
const releaseGroup = textOrNull;
const languages = texts;

const mediaInfo = viewOf<MediaInfo>()(
	{videoCodec: textOrNull, audioCodec: textOrNull, audioChannels: numberOrNull, resolution: textOrNull},
	'MediaInfo',
).orNull;

const ofMovie = {...judged, releaseTitle, dateAdded};
const ofEpisode = {...judged, dateAdded};

/** Files as shown in lists, and as shown with a single title. */
export const movieFile = viewOf<MediaFile>()(ofMovie, 'MovieFile');
export const movieFileDetail = viewOf<MediaFile>()(
	{...ofMovie, releaseGroup, edition: textOrNull, languages, mediaInfo},
	'MovieFileDetail',
);
export const episodeFile = viewOf<MediaFile>()(ofEpisode, 'EpisodeFile');
export const episodeFileDetail = viewOf<MediaFile>()({...ofEpisode, releaseTitle, releaseGroup, languages, mediaInfo}, 'EpisodeFileDetail');

/** What a title shows about its file in addition to the file itself. */
export const hasFile = isPresent('file');
export const fileId = inside('file', 'id', textOrNull);
