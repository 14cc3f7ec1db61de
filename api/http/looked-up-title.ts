import type {FoundTitle} from '#shared/jobs/refresh.ts';
import {flag, integer, integerOrNull, text, textOrNull} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';

/** A title at the provider, and its id in the library if it is there. */
export interface LookedUpTitle extends FoundTitle {
	inLibrary: boolean;
	id: string | null;
}

export const lookedUpTitle = viewOf<LookedUpTitle>()(
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
