import type {FoundTitle} from '#shared/jobs/refresh.ts';
import {flag, integer, integerOrNull, numberOrNull, optional, text, textOrNull, texts} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import {type CopyId, copyView} from './title-copies.ts';

/** A title at the provider, and its id in the library if it is there. */
export interface LookedUpTitle extends FoundTitle {
	inLibrary: boolean;
	id: string | null;
	copies: CopyId[];
}

/** The library's data of a title, given its copies, the oldest first. */
export function inLibraryOf(copies: LookedUpTitle['copies']): Pick<LookedUpTitle, 'inLibrary' | 'id' | 'copies'> {
	return {inLibrary: copies.length > 0, id: copies[0]?.id ?? null, copies};
}

export const lookedUpTitle = viewOf<LookedUpTitle>()(
	{
		metaId: integer,
		title: text,
		year: integerOrNull,
		overview: textOrNull,
		posterUrl: textOrNull,
		releaseDate: optional(textOrNull).description('Day of its release or first broadcast, if the list of the provider says it.'),
		metaRating: optional(numberOrNull).description('Rating from 0 to 10, if the list of the provider says it.'),
		genres: optional(texts).description('In English, if the list of the provider says them.'),
		inLibrary: flag,
		id: textOrNull.description('Its id in the library, that of the oldest copy; null if it is not there.'),
		copies: copyView.list,
	},
	'LookedUpTitle',
);
