import Joi from 'joi';
import type {Letter} from '#shared/lists/letters.ts';
import {integer, text} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';

const year = () => Joi.number().integer().min(0).max(9999);
const bytes = () => Joi.number().integer().min(0).max(Number.MAX_SAFE_INTEGER);
/** The filters that lists of movies and of series share. */
export const facetsQuery = {
	minYear: year().description('Only titles of this year or a later one.'),
	maxYear: year().description('Only titles of this year or an earlier one.'),
	minRating: Joi.number().min(0).max(10).description('Only titles that are rated this well or better at the metadata provider.'),
	qualityProfileId: Joi.string().max(100).description('Only titles with this quality profile.'),
	rootFolderPath: Joi.string().max(4096).description('Only titles of this root folder.'),
	originalLanguage: Joi.string().max(20).description('Only titles made in this language, by its code.'),
	minSize: bytes().description('Only titles whose files have this many bytes or more.'),
	maxSize: bytes().description('Only titles with files that have this many bytes at most.'),
};

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
