import Joi from 'joi';
import type {Letter} from '#shared/lists/letters.ts';
import {integer, text} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import type {Facets} from '#shared/store/titles/title-pages.ts';
import {type PageQuery, pageFields, queryFlag, type SortText, sortField} from './route.ts';
import {standingFlag} from './title-standing.ts';
import {type LabelledQuery, labelledQuery} from './title-tags.ts';

const year = () => Joi.number().integer().min(0).max(9999);
const bytes = () => Joi.number().integer().min(0).max(Number.MAX_SAFE_INTEGER);
/** Which titles a list has, by what movies and series share. */
export interface TitlesFilter extends LabelledQuery, Facets {
	monitored?: boolean;
	downloaded?: boolean;
	search?: string;
	genre?: string;
}
export const titleFilters = {
	monitored: queryFlag(),
	downloaded: queryFlag(),
	search: Joi.string().max(200),
	genre: Joi.string().max(100),
};
export const facetsQuery = {
	minYear: year().description('Only titles of this year or a later one.'),
	maxYear: year().description('Only titles of this year or an earlier one.'),
	minRating: Joi.number().min(0).max(10).description('Only titles that are rated this well or better at the metadata provider.'),
	qualityProfileId: Joi.string().max(100).description('Only titles with this quality profile.'),
	rootFolderPath: Joi.string().max(4096).description('Only titles of this root folder.'),
	originalLanguage: Joi.string().max(20).description('Only titles made in this language, by its code.'),
	minSize: bytes().description('Only titles whose files have this many bytes or more.'),
	maxSize: bytes().description('Only titles with files that have this many bytes at most.'),
	...labelledQuery,
};

/** A page of such a list. */
export interface TitlesQuery<Field extends string> extends PageQuery {
	sort: SortText<Field>;
	withStanding: boolean;
	titleStart?: string;
}
export const titlesQuery = <Field extends string>(sortFields: readonly Field[]) => ({
	...pageFields(),
	sort: sortField<Field | 'title'>(sortFields, 'title:asc'),
	withStanding: standingFlag(),
	titleStart: Joi.string()
		.max(200)
		.description('Only titles that begin with this text as lists order them: an article before it, case and accents do not count.'),
});

const letter = viewOf<Letter>()(
	{
		letter: text.description('In capitals; # for digits and all else before the letters.'),
		position: integer.description('Of its first title in the list by title, from 0.'),
		count: integer.description('Titles that begin with it.'),
	},
	'Letter',
);
const letters = viewOf<{letters: readonly Letter[]}>()({letters: letter.list});
export const lettersReply = letters.schema;
export const presentLetters = (found: readonly Letter[]) => letters.present({letters: found});
