import {flag, integer, text} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';
import type {BulkOutcome} from '#shared/tasks/edit-titles.ts';
import {ofMove} from './file-moves.ts';

export const bulkOutcome = viewOf<BulkOutcome>()({
	success: from(flag.description('Every title was changed.'), ({failures}: BulkOutcome) => failures.length === 0),
	updatedCount: integer,
	failedCount: from(integer, ({failures}: BulkOutcome) => failures.length),
	failures: viewOf<BulkOutcome['failures'][number]>()({id: text, error: text}).list,
	...ofMove,
});
