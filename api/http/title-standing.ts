import Joi from 'joi';
import {pageOf, queryFlag} from '#api/http/route.ts';
import {indexerResultStatuses} from '#shared/domain/decisions/judged-release.ts';
import type {CountedReason, LastSearch, SilentIndexer} from '#shared/domain/searches/last-search.ts';
import {itemStatuses} from '#shared/domain/searches/search-outcome.ts';
import {type TitleState, titleStates} from '#shared/domain/searches/title-state.ts';
import {flag, integer, numberOrNull, oneOf, text, textOrNull, timestamp, timestampOrNull} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';

/** The state of a title, in every reply that has it. */
export const standingFields = {
	state: oneOf(titleStates),
	sentence: text,
	until: timestampOrNull,
	progress: numberOrNull,
	queueId: textOrNull,
};

/** The same within a row of a list. */
export const standing = viewOf<TitleState>()(standingFields, 'Standing');

/** Whether a list says where each title stands. */
export const standingFlag = () =>
	queryFlag().default(false).description('Also return the state of each title, as `standing`. This takes a few more reads for the page.');

/** A page of a list whose rows have `standing` on request. */
export function pageWithStanding(
	plural: string,
	{schema}: {schema: Joi.ObjectSchema},
	further: Joi.PartialSchemaMap = {},
): Joi.ObjectSchema {
	const rows = Joi.array().items(schema.append({standing: standing.optional.schema, ...further}));
	return pageOf(plural, {list: {schema: rows, present: () => []}});
}

const countedReason = viewOf<CountedReason>()({code: text, reason: text, count: integer}, 'CountedReason');
const silentStatuses = indexerResultStatuses.filter(status => status !== 'ok');
const silentIndexer = viewOf<SilentIndexer>()({indexer: text, status: oneOf(silentStatuses), message: textOrNull}, 'SilentIndexer');

/** The outcome of the last search. */
export const lastSearch = viewOf<LastSearch>()(
	{
		at: timestamp,
		searchId: text,
		byPerson: flag,
		outcome: oneOf(itemStatuses),
		message: text,
		found: integer,
		refused: integer,
		reasons: countedReason.list,
		indexers: integer,
		silent: silentIndexer.list,
	},
	'LastSearch',
);
