import {changeQuery} from '../state/route.ts';
import {store, stored} from '../state/stored.ts';
import type {Kind} from './columns.ts';
import {sortIn} from './conditions.ts';

/** The order of the address, or the one that was chosen last. */
export const shownSort = (kind: Kind, query: URLSearchParams) =>
	sortIn(kind, query.has('sort') ? query : new URLSearchParams({sort: stored(`sort-${kind}`) ?? ''}));

export function chooseSort(kind: Kind, sort: string) {
	store(`sort-${kind}`, sort);
	changeQuery({sort});
}
