import {presentPagination} from '#api/http/replies/page.ts';
import {ok} from '#api/http/replies/reply.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {readWantedPage} from './read-page.ts';
import {missingTitle, titleBelowCutoff, titleWithoutSubtitles} from './replies.ts';
import {cutoffOf, missingSubtitlesOf} from './rows.ts';
import {wantedQuery} from './schema.ts';

const options = {access: 'auth', limit: 'lists'} as const;

export function wantedRoutes(deps: RouteDeps): Route[] {
	const {qualityProfiles} = deps;
	return [
		route('GET /api/wanted/missing', {...options, query: wantedQuery('missing')}, async ({query}) => {
			const {rows, total} = await readWantedPage('missing', query, deps);
			return ok({items: rows.map(missingTitle.present), pagination: presentPagination(query, total)});
		}),
		route('GET /api/wanted/cutoff', {...options, query: wantedQuery('cutoff')}, async ({query}) => {
			const [{rows, total}, profiles] = await Promise.all([readWantedPage('cutoff', query, deps), qualityProfiles.list()]);
			// A title whose profile is gone is judged by the default one.
			const isKnown = rows.every(({qualityProfileId}) => profiles.some(({id}) => id === qualityProfileId));
			const fallback = (isKnown ? profiles[0] : null) ?? (await qualityProfiles.getDefault());
			const items = rows.map(row => titleBelowCutoff.present({...row, ...cutoffOf(row, {profiles, fallback})}));
			return ok({items, pagination: presentPagination(query, total)});
		}),
		route('GET /api/wanted/subtitles', {...options, query: wantedQuery('subtitles')}, async ({query}) => {
			const {rows, total} = await readWantedPage('subtitles', query, deps);
			const items = rows.map(row => titleWithoutSubtitles.present({...row, missing: missingSubtitlesOf(row)}));
			return ok({items, pagination: presentPagination(query, total)});
		}),
	];
}
