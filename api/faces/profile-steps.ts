import {isDeepStrictEqual} from 'node:util';
import {itemName, itemQualities, type ProfileItem, type QualityProfile} from '#shared/domain/quality/profiles.ts';
import type {QualityName} from '#shared/domain/quality/qualities.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import type {KeptValues} from '#shared/store/system/kept-values.ts';
import {qualitiesOf} from './codes.ts';

/** An item as these programs list it: a quality by its number, or a group of them. */
export type Item = {quality: number; allowed: boolean} | {id: number; name: string; items: number[]; allowed: boolean};

/** Numbers of groups are above those of qualities. */
export const firstGroup = 1000;

export interface Steps {
	/** Worst first. */
	items: Item[];
	/** Number of a quality or a group. */
	cutoff: number;
}

/** As they were sent, as long as they mean what is stored. */
export function stepsOf({items, cutoff}: Pick<QualityProfile, 'items' | 'cutoff'>, face: Face, kept: KeptValues | undefined): Steps {
	const sent = kept?.['steps'] as Steps | undefined;
	if (sent) {
		const meant = toOurs(sent, face);
		if (isDeepStrictEqual(plain(meant.items), plain(itemsOfFace(items, face))) && meant.cutoff === cutoff) {
			return sent;
		}
	}
	return rendered(items, cutoff, face);
}

export const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** The items without the qualities that the program does not have. */
function itemsOfFace(items: readonly ProfileItem[], face: Face): ProfileItem[] {
	const own = new Set(qualitiesOf(face).map(({ours}) => ours));
	return items.flatMap((item): ProfileItem[] => {
		if (!('group' in item)) {
			return own.has(item.quality) ? [item] : [];
		}
		const qualities = item.group.qualities.filter(name => own.has(name));
		return qualities.length === 0 ? [] : [{group: {...item.group, qualities}, allowed: item.allowed}];
	});
}

/** All qualities of the face, worst first: those that the profile does not name are not allowed. */
export function rendered(items: readonly ProfileItem[], cutoff: string, face: Face): Steps {
	const qualities = qualitiesOf(face);
	const numberOf = new Map(qualities.map(({ours, id}) => [ours, id]));
	const named = new Set<QualityName>(items.flatMap(item => [...itemQualities(item)]));
	const rest = qualities.filter(({ours}) => ours === null || !named.has(ours)).map(({id}) => ({quality: id, allowed: false}));
	let group = firstGroup;
	let cutoffNumber = 0;
	const own = itemsOfFace(items, face)
		.toReversed()
		.map((item): Item => {
			const numbers = itemQualities(item).flatMap(name => numberOf.get(name) ?? []);
			const isGroup = 'group' in item;
			group += isGroup ? 1 : 0;
			const id = isGroup ? group : (numbers[0] ?? 0);
			cutoffNumber = itemName(item) === cutoff ? id : cutoffNumber;
			return isGroup
				? {id, name: item.group.name, items: numbers.toReversed(), allowed: item.allowed}
				: {quality: id, allowed: item.allowed};
		});
	return {items: [...rest, ...own], cutoff: cutoffNumber};
}

/** Best first, without what we do not tell from others. A cutoff there is the next worse one that is allowed. */
export function toOurs({items, cutoff}: Steps, face: Face): Pick<QualityProfile, 'items' | 'cutoff'> {
	const ours = new Map(qualitiesOf(face).map(({id, ours: name}) => [id, name]));
	const read = items.map((item): ProfileItem | null => {
		if ('quality' in item) {
			const quality = ours.get(item.quality) ?? null;
			return quality && {quality, allowed: item.allowed};
		}
		const qualities = item.items.toReversed().flatMap(number => ours.get(number) ?? []);
		return qualities.length === 0 ? null : {group: {name: item.name, qualities}, allowed: item.allowed};
	});
	const at = items.findIndex(item => ('quality' in item ? item.quality : item.id) === cutoff);
	const below = read.slice(0, at + 1).findLast(item => item?.allowed) ?? read.find(item => item?.allowed) ?? null;
	return {items: read.filter(item => item !== null).toReversed(), cutoff: below ? itemName(below) : ''};
}
