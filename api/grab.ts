import Joi from 'joi';
import type {Operations} from '#api/http/operation.ts';
import {created, type Route, route, success} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {type QualityName, qualityNames} from '#shared/domain/quality/qualities.ts';
import {NotFound, Unclear} from '#shared/errors.ts';
import {isNoAnswer} from '#shared/jobs/ask.ts';
import {type GrabbedRelease, type GrabRelease, grabRelease} from '#shared/jobs/grab.ts';
import {languageChoices} from '#shared/presenters/choices.ts';
import {text, textOrNull} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';
import type {DownloadStore} from '#shared/store/downloads/downloads.ts';

export interface GrabBody {
	guid: string;
	indexerId: string;
	movieId?: string;
	seriesId?: string;
	seasonNumber?: number;
	episodeIds?: string[];
	quality?: QualityName;
	languages?: string[];
}
const grabBody = Joi.object<GrabBody, true>({
	guid: Joi.string().max(2000).required(),
	indexerId: Joi.string().max(100).required(),
	movieId: Joi.string().max(100),
	seriesId: Joi.string().max(100),
	seasonNumber: Joi.number().integer().min(0).max(10_000),
	episodeIds: Joi.array().items(Joi.string().max(100)).max(1000),
	quality: Joi.string()
		.valid(...qualityNames)
		.description('What the release is, whatever its title says. Its file gets this quality.'),
	languages: Joi.array()
		.items(Joi.string().max(40))
		.max(20)
		.meta({choices: languageChoices})
		.description('The languages that it has, such as german, whatever its title says.'),
})
	.oxor('movieId', 'seriesId')
	.without('movieId', ['seasonNumber', 'episodeIds']);

/** Milliseconds for fetching the release and sending it to a slow client. */
const grabLimitMs = 60_000;

const inQueue =
	'The worker did not say in time whether the client took it. The release is in the queue; GET /api/queue shows what becomes of it.';

/**
 * The worker may still be at it, may have died, or only its answer was lost. Its item is in the queue in all cases, and
 * is settled.
 */
async function isInQueue(error: unknown, release: GrabRelease, downloads: DownloadStore): Promise<boolean> {
	return isNoAnswer(error) && (await downloads.holderOf(release)) !== null;
}

export function grabRoutes({movies, series, jobs, releaseCache, releaseGuids, downloads}: RouteDeps): Route[] {
	return [
		route('POST /api/download/grab', {access: 'auth', right: 'searchReleases', body: grabBody}, async ({body}) => {
			const {indexerId, quality, languages, movieId = null, seriesId = null, seasonNumber = null, episodeIds = null} = body;
			if (movieId) {
				await movies.get(movieId);
			}
			if (seriesId) {
				await series.get(seriesId);
			}
			const guid = await releaseGuids.nameOf(body.guid);
			if (!(await releaseCache.find(indexerId, guid))) {
				throw new NotFound('release_expired', 'The release was not found in the last hour. Search again, then grab it.');
			}
			const request = {
				guid,
				indexerId,
				movieId,
				seriesId,
				seasonNumber,
				episodeIds,
				byPerson: true,
				...(quality && {quality}),
				...(languages && {languages}),
			};
			const release = await jobs.ask(grabRelease, request, {timeoutMs: grabLimitMs}).catch(async error => {
				throw (await isInQueue(error, request, downloads)) ? new Unclear('grab_unclear', inQueue, {cause: error}) : error;
			});
			return created(grabbed.present(release));
		}),
	];
}

export const grabbed = viewOf<GrabbedRelease>()({
	success,
	downloadId: textOrNull,
	queueId: text,
	title: text,
	message: from(text, ({title}: GrabbedRelease) => `${title} was sent to the download client.`),
});

export const grabOperations: Operations = {
	'POST /api/download/grab': {
		id: 'grabRelease',
		summary: 'Send a found release to a download client',
		replies: {201: grabbed.schema},
		failures: [404, 409, 502, 504],
	},
};
