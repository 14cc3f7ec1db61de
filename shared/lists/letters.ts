import {createCache} from '../coordination/cache.ts';
import {addCounts, createAdditions} from './additions.ts';
import {countBy} from './counts.ts';
import type {ListFilter} from './filter.ts';
import {aspectOf, byIndex, type Documents, type SortOrder} from './ordered.ts';
import {members, type Revisions} from './pager.ts';

/** Titles of a list, in the order of titles, that begin with the same letter. */
export interface Letter {
	/** From `A`; `#` for digits and all else before it. */
	letter: string;
	/** Of its first title, from 0. */
	position: number;
	count: number;
}

interface StoredLetter {
	_id: string;
	count: number;
}

/** Letters that are listed separately; a library in many scripts has thousands. */
const maxLetters = 60;
const maxCached = 200;

const pointOf = (letter: string) => letter.codePointAt(0) ?? 0;
const isBeforeA = (letter: string) => letter < 'a';

/** Counts the first letters of a list that is sorted by a text, once until the list changes. */
export function createLetters(documents: () => Documents, {revisions, order}: {revisions: Revisions; order: SortOrder}) {
	const cache = createCache<Promise<Map<unknown, number>>>({max: maxCached});
	const additions = createAdditions({documents, revisions});
	const by = {$substrCP: [`$${order.field}`, 0, 1]};

	async function count(filter: ListFilter): Promise<Map<unknown, number>> {
		const read = (hint: {hint?: string}) => countBy({documents: documents(), by: () => hint}, {filter, order, by});
		return byIndex(filter.index ?? order.index, read);
	}

	return async (filter: ListFilter): Promise<Letter[]> => {
		const revision = await revisions.read();
		const aspects = [aspectOf(order)];
		const state = revision.of([members, ...filter.aspects, ...aspects]);
		const counts = (await additions.isLong())
			? await additions.sum(revision, {
					...{key: 'letters', filter, aspects, add: addCounts},
					read: (at, some) => countBy(at, {filter: some, order, by}),
				})
			: await cache.get(state && `${state} ${filter.key}`, () => count(filter));
		return toLetters([...counts].map(([letter, each]) => ({_id: String(letter), count: each})));
	};
}

/** Digits and the like stand before the letters; what is too much is added to the last one. */
export function toLetters(rows: readonly StoredLetter[]): Letter[] {
	const letters: Letter[] = [];
	let position = 0;
	for (const {_id, count} of rows.toSorted((a, b) => pointOf(a._id) - pointOf(b._id))) {
		const letter = isBeforeA(_id) ? '#' : _id.toUpperCase();
		const last = letters.at(-1);
		if (last && (last.letter === letter || letters.length >= maxLetters)) {
			last.count += count;
		} else {
			letters.push({letter, position, count});
		}
		position += count;
	}
	return letters;
}
