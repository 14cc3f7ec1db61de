import {itemName, itemQualities, type ProfileItem} from '#shared/domain/quality/profiles.ts';
import type {Fault} from '#shared/errors.ts';
import type {ProfileBody} from './schema.ts';

export type ProfileParts = Partial<Pick<ProfileBody, 'items' | 'cutoff' | 'formatScores'>>;

/**
 * Finds what no schema can: a repeated quality, a cutoff that is not allowed, formats that do not exist. Missing parts
 * are skipped.
 */
export function profileFaults({items, cutoff, formatScores = []}: ProfileParts, customFormatIds: ReadonlySet<string>): Fault[] {
	const faults = items ? [...itemsFaults(items), ...cutoffFaults(items, cutoff)] : [];
	for (const [index, {customFormatId}] of formatScores.entries()) {
		if (!customFormatIds.has(customFormatId)) {
			faults.push({path: `formatScores[${index}].customFormatId`, message: 'customFormatId must be the id of a custom format'});
		}
	}
	return faults;
}

function itemsFaults(items: readonly ProfileItem[]): Fault[] {
	const faults: Fault[] = [];
	for (const name of repeated(items.flatMap(itemQualities))) {
		faults.push({path: 'items', message: `items must contain ${name} only once`});
	}
	for (const name of repeated(items.map(itemName))) {
		faults.push({path: 'items', message: `items must contain only one group named ${name}`});
	}
	if (!items.some(({allowed}) => allowed)) {
		faults.push({path: 'items', message: 'items must allow at least one quality'});
	}
	return faults;
}

function cutoffFaults(items: readonly ProfileItem[], cutoff: string | undefined): Fault[] {
	const isStep = cutoff === undefined || items.some(item => item.allowed && itemName(item) === cutoff);
	return isStep ? [] : [{path: 'cutoff', message: 'cutoff must be an allowed quality or group in items'}];
}

function repeated(names: readonly string[]): Set<string> {
	return new Set(names.filter((name, index) => names.indexOf(name) !== index));
}
