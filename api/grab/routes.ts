import {created} from '#api/http/replies/reply.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {NotFound} from '#shared/errors.ts';
import {grabRelease} from '#shared/jobs/grab/grab-release.ts';
import {grabbed} from './replies.ts';
import {grabBody} from './schema.ts';

/** Milliseconds for fetching the release and sending it to a slow client. */
const grabLimitMs = 60_000;

export function grabRoutes({movies, series, jobs, releaseShelf}: RouteDeps): Route[] {
	return [
		route('POST /api/download/grab', {access: 'auth', body: grabBody}, async ({body}) => {
			const {guid, indexerId, movieId = null, seriesId = null, seasonNumber = null, episodeIds = null} = body;
			if (movieId) {
				await movies.get(movieId);
			}
			if (seriesId) {
				await series.get(seriesId);
			}
			if (!(await releaseShelf.find(indexerId, guid))) {
				throw new NotFound('release_expired', 'The release was not found in the last hour. Search again, then grab it.');
			}
			const release = await jobs.ask(grabRelease, {guid, indexerId, movieId, seriesId, seasonNumber, episodeIds}, {timeoutMs: grabLimitMs});
			return created(grabbed.present(release));
		}),
	];
}
