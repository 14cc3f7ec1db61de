import Joi from 'joi';
import {episodeFileFields, mediaInfo} from '#api/http/replies/media-file-fields.ts';
import type {Operations} from '#api/http/replies/operation.ts';
import {changed, flag, integer, integerOrNull, listOf, text, textOrNull, texts, timestampOrNull} from '#api/http/replies/reply-fields.ts';

const file = Joi.object({
	...episodeFileFields,
	releaseTitle: textOrNull,
	releaseGroup: textOrNull,
	languages: texts,
	mediaInfo: mediaInfo.allow(null),
}).meta({schemaName: 'EpisodeFileDetail'});

const episode = Joi.object({
	id: text,
	seriesId: text,
	seasonNumber: integer,
	episodeNumber: integer,
	absoluteEpisodeNumber: integerOrNull,
	title: textOrNull,
	overview: textOrNull,
	airDate: textOrNull,
	airDateUtc: timestampOrNull,
	runtime: integerOrNull,
	monitored: flag,
	unverifiedSceneNumbering: flag,
	hasFile: flag,
	downloaded: flag,
	fileId: textOrNull,
	file: file.allow(null),
	images: listOf(Joi.object({url: text, type: text})),
}).meta({schemaName: 'EpisodeDetail'});

export const episodesOperations: Operations = {
	'GET /api/library/episodes/:id': {summary: 'Show an episode', replies: {200: episode}},
	'PUT /api/library/episodes/:id': {summary: 'Monitor an episode, or no more', replies: {200: changed}},
};
