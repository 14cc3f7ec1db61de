import type {Operations} from '#api/http/operation.ts';
import {pageOf} from '#api/http/pages.ts';
import {text, textOrNull, texts, timestamp} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';
import type {SubtitleBlocklistEntry} from '#shared/store/subtitles/subtitle-blocklist.ts';

const addedAt = from(timestamp, (entry: SubtitleBlocklistEntry) => entry.addedAt);

export const subtitleBlocklistEntry = viewOf<SubtitleBlocklistEntry>()(
	{
		id: text,
		providerId: text,
		provider: text,
		subtitleId: text,
		title: text,
		release: textOrNull,
		language: text,
		reason: text,
		movieId: textOrNull,
		seriesId: textOrNull,
		episodeIds: texts,
		addedAt,
		createdAt: addedAt,
		updatedAt: addedAt,
	},
	'SubtitleBlocklistEntry',
);

export const subtitleBlocklistOperations: Operations = {
	'GET /api/subtitle-blocklist': {
		id: 'listSubtitleBlocklist',
		summary: 'List subtitles that are not downloaded again for their title, newest first',
		replies: {200: pageOf('subtitleBlocklist', subtitleBlocklistEntry)},
	},
	'GET /api/subtitle-blocklist/:id': {
		id: 'getSubtitleBlocklistEntry',
		summary: 'Show a blocklisted subtitle',
		replies: {200: subtitleBlocklistEntry.schema},
	},
	'DELETE /api/subtitle-blocklist/:id': {
		id: 'deleteSubtitleBlocklistEntry',
		summary: 'Remove a subtitle from the blocklist',
		replies: {204: null},
	},
};
