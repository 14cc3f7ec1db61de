import Joi from 'joi';
import {type DownloadClientKind, downloadClientKinds} from '#shared/domain/downloads/download-client-record.ts';
import {failedStages, healthSubjects, type NotificationMessage} from '#shared/domain/notifications/message.ts';
import {integer, integerOrNull, oneOf, text, textOrNull, texts, timestamp, typed} from '#shared/presenters/fields.ts';

const episode = Joi.object({
	id: text.description('Id of the episode.'),
	seasonNumber: integer.description('0 for specials.'),
	episodeNumber: integer.description('Number within the season.'),
	title: text.description('Title of the episode.'),
}).meta({schemaName: 'NotifiedEpisode'});

const quality = textOrNull.description('Such as WEBDL-1080p.');

const media = Joi.object({
	type: oneOf(['movie', 'series']).description('Kind of the title.'),
	id: text.description('Id of the movie or series in the library.'),
	title: textOrNull.description('Null if it had left the library before the message was sent.'),
	year: integerOrNull.description('Year of the first release.'),
	tmdbId: integerOrNull.description('Id at TMDB.'),
	imdbId: textOrNull.description('Id at IMDb.'),
	library: text.optional().description('Name of its library, if other libraries have copies of it.'),
	posterUrl: text.optional().description('Address of its poster at the metadata provider, if it has one.'),
	episodes: Joi.array().items(episode).description('Episodes that it is about, at most 100; empty for a movie.'),
	app: Joi.object({
		number: integer.description('Its number at `/radarr` or `/sonarr`.'),
		path: text.description('Its folder.'),
		tvdbId: integerOrNull.description('Id of a series at TheTVDB; null for movies and where it is unknown.'),
		episodes: Joi.array().items(integer.description('Number of an episode.')).description('Numbers of the episodes, in their order.'),
		file: integer.optional().description('Number of the file that the message names, while it is in the library.'),
		tags: texts.optional().description('Its labels.'),
		airDates: Joi.array()
			.items(textOrNull.description('Such as 2026-11-05; null when unknown.'))
			.optional()
			.description('When the episodes were first shown, in their order.'),
		releaseDate: textOrNull.optional().description('When a movie came out for homes, such as 2026-11-05.'),
		clientKind: oneOf(Object.keys(downloadClientKinds) as DownloadClientKind[])
			.optional()
			.description('Kind of the download client.'),
		formats: Joi.object({
			score: integer.description('Score of the custom formats.'),
			names: texts.description('Their names.'),
		})
			.optional()
			.description('Custom formats of the release or file.')
			.meta({schemaName: 'NotifiedFormats'}),
		replaced: Joi.array()
			.items(
				Joi.object({
					path: text.description('Path that the file had in the library.'),
					quality,
					size: integerOrNull.description('Bytes; null when unknown.'),
				}).meta({schemaName: 'ReplacedFile'}),
			)
			.optional()
			.description('Files whose place an imported one took.'),
	})
		.optional()
		.description('Only in messages to receivers of the kind arrWebhook.')
		.meta({schemaName: 'AppTitle'}),
})
	.allow(null)
	.description('The title; null when it is unknown.')
	.meta({schemaName: 'NotifiedTitle'});

const release = {
	media,
	releaseTitle: text.description('Name of the release.'),
	quality,
	size: integerOrNull.description('Bytes; null when unknown.'),
	indexer: textOrNull.description('Name of the indexer.'),
	downloadClient: textOrNull.description('Name of the download client.'),
	downloadId: textOrNull.description('Id of the download in its client.'),
};

const imported = {
	...release,
	path: text.description('Path of the file in the library.'),
	releaseGroup: textOrNull.description('Group that made the release.'),
};

const subject = Joi.object({
	kind: oneOf(healthSubjects).description('What it is.'),
	id: textOrNull.description('Id of the record; null for a pool, and where a message for people names several at once.'),
	name: text.description('Name of the record or pool, or how many there are.'),
}).meta({schemaName: 'HealthSubject'});

const data: Record<NotificationMessage['type'], Record<string, Joi.Schema>> = {
	grabbed: {...release, protocol: textOrNull.description('torrent or usenet.')},
	imported,
	upgraded: imported,
	failed: {
		...release,
		stage: oneOf(failedStages).description('What failed. grab: no download client has the release.'),
		message: text.description('Why, without addresses.'),
	},
	deleted: {
		media,
		quality: release.quality,
		size: integerOrNull.optional().description('Bytes of the file; null when unknown.'),
		path: text.description('Path that the file had in the library.'),
		reason: text.description('upgrade, deleted, missingFromDisk, movedToOther or libraryDeleted.'),
	},
	renamed: {
		media,
		path: text.description('Path of the file in the library.'),
		oldPath: text.description('Path that it had before.'),
	},
	health: {
		status: oneOf(['ok', 'error']).description('ok when it works again.'),
		subject: subject.description('What works again or has stopped working.'),
		message: text.description('The same as text for people.'),
	},
	titleAdded: {media},
	titleRemoved: {
		media,
		deletedFiles: Joi.boolean().optional().description('Whether its files are deleted, too.'),
		size: integer.optional().description('Bytes of the files that are deleted.'),
	},
	dailySummary: {
		from: timestamp.description('What happened from then on.'),
		to: timestamp.description('What happened before then.'),
		grabbed: integer.description('Releases that were grabbed.'),
		imported: integer.description('Files that came into the library.'),
		failed: integer.description('Downloads and imports that failed.'),
		subtitles: integer.description('Subtitles that were fetched.'),
		searched: integer.description('Titles that tasks searched, each counted once.'),
		refused: integer.description('Those of which every release was refused.'),
		nothing: integer.description('Those of which no release was found.'),
		lines: texts.description('The first ten events as text for people, failures first.'),
	},
};

const messageOf = (type: string, fields: Record<string, Joi.Schema>) =>
	Joi.object({
		type: Joi.string().valid(type).description('The event.'),
		timestamp: timestamp.description('When it happened.'),
		data: Joi.object(fields),
	}).meta({schemaName: `${type.charAt(0).toUpperCase()}${type.slice(1)}Message`});

const meanings: Record<NotificationMessage['type'], string> = {
	grabbed: 'A release was sent to a download client',
	imported: 'A file came into the library',
	upgraded: 'A better file took the place of another one',
	failed: 'A grab, a download or an import failed',
	deleted: 'A file left the library',
	renamed: 'A file of the library got another name or place',
	health: 'Something stopped working, or works again',
	titleAdded: 'A title came into the library',
	titleRemoved: 'A title left the library',
	dailySummary: 'What happened in a day, at 8 in the morning',
};
const events = Object.entries(meanings) as [NotificationMessage['type'], string][]; // Object.entries forgets the names

/** What is sent to webhooks, by the event. */
export const webhooks = {
	...Object.fromEntries(events.map(([type, summary]) => [type, {summary, body: messageOf(type, data[type])}])),
	test: {summary: 'Somebody tests the receiver', body: messageOf('test', {message: text.description('For people.')})},
};

/** The body of a webhook, one schema for each event. */
export const message = typed<NotificationMessage, Joi.AlternativesSchema>(
	Joi.alternatives(...events.map(([type]) => messageOf(type, data[type]))),
);
