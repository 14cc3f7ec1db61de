import type {Condition} from '../quality/custom-format.ts';
import {itemName, type ProfileItem} from '../quality/profiles.ts';
import type {SizeLimit} from '../quality/size-limits.ts';
import {isSame} from './guide-item.ts';

/** Says what a field is and what it would be. */
export type InWords<Value> = (now: Value, next: Value) => {before: string; after: string};

const plain = (value: unknown) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value));
export const plainWords = (now: unknown, next: unknown) => ({before: plain(now), after: plain(next)});

export const stepsInWords: InWords<{items: ProfileItem[]; cutoff: string}> = (now, next) => {
	const words = ({items, cutoff}: typeof now) =>
		`${items
			.filter(({allowed}) => allowed)
			.map(itemName)
			.join(', ')}; up to ${cutoff}`;
	const [before, after] = [words(now), words(next)];
	return {before, after: before === after ? `${after}, in another order or other groups` : after};
};

export const sizesInWords: InWords<SizeLimit> = (now, next) => {
	const words = ({minimum, preferred, maximum}: SizeLimit) => `${minimum} to ${maximum ?? 'any'} MB, best ${preferred ?? 'the largest'}`;
	return {before: words(now), after: words(next)};
};

/** Names of conditions that are listed. */
const maxNames = 8;

export const conditionsInWords: InWords<Condition[]> = (now, next) => {
	const of = (conditions: readonly Condition[], name: string) => conditions.filter(each => each.name === name);
	const names = [...new Set([...now, ...next].map(({name}) => name))];
	const differing = names.filter(name => !isSame(of(now, name), of(next, name)));
	const listed = differing.slice(0, maxNames).map(name => {
		const isThere = of(now, name).length > 0;
		return `${isThere ? (of(next, name).length > 0 ? 'changes' : 'removes') : 'adds'} ${name}`;
	});
	const more = differing.length > maxNames ? `, and ${differing.length - maxNames} more` : '';
	const what = listed.length > 0 ? listed.join(', ') : 'in another order';
	return {before: count(now.length), after: `${count(next.length)}: ${what}${more}`};
};

const count = (conditions: number) => (conditions === 1 ? '1 condition' : `${conditions} conditions`);
