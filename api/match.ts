import Joi from 'joi';
import {askProvider} from '#api/http/asks/ask-workers.ts';
import {idParams} from '#api/http/fields.ts';
import type {Operations} from '#api/http/operation.ts';
import {done, ok, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {previewRematch, type RematchedEpisode, type RematchPreview, rematchTitle} from '#shared/jobs/rematch.ts';
import {flag, integer, integerOrNull, text, textOrNull} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';

interface MatchBody {
	metaId: number;
}
const metaId = Joi.number().integer().min(1).max(2_147_483_647).required();
const matchBody = Joi.object<MatchBody, true>({metaId});
const matchQuery = Joi.object<MatchBody, true>({metaId});

/** Corrects which title of the provider a title of the library is. */
export function matchRoutes(deps: RouteDeps): Route[] {
	const {importListItems, movies, series} = deps;
	const edits = {access: 'auth', right: 'editTitles', limit: 'lookups', params: idParams} as const;
	return [
		route('POST /api/library/movies/:id/match', {...edits, audit: 'movies.rematched', body: matchBody}, async ({params, body}) => {
			const {id} = await movies.get(params.id);
			await importListItems.noteTouched([id]);
			const {title} = await askProvider(deps, rematchTitle, {payload: {kind: 'movie', titleId: id, ...body}, about: 'title'});
			return ok(done.present({message: `It is ${title} now. Its file and history stay.`}));
		}),
		route('POST /api/library/series/:id/match', {...edits, audit: 'series.rematched', body: matchBody}, async ({params, body}) => {
			const {id} = await series.get(params.id);
			await importListItems.noteTouched([id]);
			const {title} = await askProvider(deps, rematchTitle, {payload: {kind: 'series', titleId: id, ...body}, about: 'series'});
			return ok(done.present({message: `It is ${title} now. Its files and history stay.`}));
		}),
		route(
			'GET /api/library/series/:id/match/preview',
			{access: 'write', right: 'editTitles', limit: 'lookups', params: idParams, query: matchQuery},
			async ({params, query}) => {
				const {id} = await series.get(params.id);
				return ok(preview.present(await askProvider(deps, previewRematch, {payload: {titleId: id, ...query}, about: 'series'})));
			},
		),
	];
}

const rematchedEpisode = viewOf<RematchedEpisode>()(
	{
		seasonNumber: integer,
		episodeNumber: integer,
		title: textOrNull,
		newTitle: textOrNull.description('Title of the episode that gets the file; null if the other series has none of this number.'),
		isMatched: flag.description('Whether the other series has an episode of this number.'),
	},
	'RematchedEpisode',
);

const preview = viewOf<RematchPreview>()(
	{
		title: text.description('Title of the other series.'),
		year: integerOrNull.description('Its year; null if unknown.'),
		added: integer.description('Episodes that it has more.'),
		removed: integer.description('Episodes without a file that go.'),
		matchedFiles: integer.description('Episodes with a file that it has too.'),
		leftFiles: integer.description('Episodes with a file that it has not. They stay with their files.'),
		files: rematchedEpisode.list,
	},
	'RematchPreview',
);

const replies = {200: done.schema};
const failures = [404, 409, 502];

export const matchOperations: Operations = {
	'POST /api/library/movies/:id/match': {
		id: 'rematchMovie',
		summary: 'Say which movie of the provider a movie really is',
		replies,
		failures,
	},
	'POST /api/library/series/:id/match': {
		id: 'rematchSeries',
		summary: 'Say which series of the provider a series really is',
		replies,
		failures,
	},
	'GET /api/library/series/:id/match/preview': {
		id: 'previewSeriesMatch',
		summary: 'Show which episodes would get the files of a series as another series',
		replies: {200: preview.schema},
		failures: [502],
	},
};
