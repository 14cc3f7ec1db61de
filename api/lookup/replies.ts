import type {Operations} from '#api/http/operation.ts';
import type {FoundTitle} from '#shared/jobs/refresh/look-up-titles.ts';
import {flag, integer, integerOrNull, text, textOrNull} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';

/** A title at the provider, and its id in the library if it is there. */
export interface LookedUpTitle extends FoundTitle {
	inLibrary: boolean;
	id: string | null;
}

const result = viewOf<LookedUpTitle>()(
	{
		metaId: integer,
		title: text,
		year: integerOrNull,
		overview: textOrNull,
		posterUrl: textOrNull,
		inLibrary: flag,
		id: textOrNull.description('Its id in the library; null if it is not there.'),
	},
	'LookedUpTitle',
);

export const lookup = viewOf<{results: LookedUpTitle[]}>()({results: result.list});

export const lookupOperations: Operations = {
	'GET /api/lookup/movies': {
		id: 'lookUpMovies',
		summary: 'Find movies at the metadata provider by title or id',
		replies: {200: lookup.schema},
		failures: [502],
	},
	'GET /api/lookup/series': {
		id: 'lookUpSeries',
		summary: 'Find series at the metadata provider by title or id',
		replies: {200: lookup.schema},
		failures: [502],
	},
};
