import {course, place, plot, image, episodeFileDetail, fileId, hasFile} from '#api/http/title-fields.ts';
import type {Operations} from '#api/http/operation.ts';
import {changed} from '#api/http/replies.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import {flag, integerOrNull, timestampOrNull} from '#shared/presenters/fields.ts';
import {always, viewOf} from '#shared/presenters/view.ts';

/** The reply for a single episode. */
export const episodeDetail = viewOf<Episode>()(
	{
		...place,
		absoluteEpisodeNumber: integerOrNull,
		...plot,
		airDateUtc: timestampOrNull,
		...course,
		// The provider has only one numbering, so nothing is unverified.
		unverifiedSceneNumbering: always(flag, false),
		hasFile,
		downloaded: hasFile,
		fileId,
		file: episodeFileDetail.orNull,
		images: image.list,
	},
	'EpisodeDetail',
);

export const episodesOperations: Operations = {
	'GET /api/library/episodes/:id': {id: 'getEpisode', summary: 'Show an episode', replies: {200: episodeDetail.schema}},
	'PUT /api/library/episodes/:id': {id: 'updateEpisode', summary: 'Monitor or unmonitor an episode', replies: {200: changed.schema}},
};
