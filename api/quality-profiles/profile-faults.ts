import {itemName, itemQualities, type ProfileItem} from '#shared/domain/quality/profiles.ts';
import type {Fault} from '#shared/errors.ts';
import type {ProfileBody} from './schema.ts';

/** What no schema sees: a quality twice, a cutoff that is not allowed, formats that do not exist. */
export function profileFaults({items, cutoff, formatScores}: ProfileBody, customFormatIds: ReadonlySet<string>): Fault[] {
	const faults: Fault[] = [];
	for (const name of repeated(items.flatMap(itemQualities))) {
		faults.push({path: 'items', message: `items must have ${name} once`});
	}
	for (const name of repeated(items.map(itemName))) {
		faults.push({path: 'items', message: `items must have one step named ${name}`});
	}
	if (!items.some(({allowed}) => allowed)) {
		faults.push({path: 'items', message: 'items must allow at least one quality'});
	}
	if (!isAllowedStep(items, cutoff)) {
		faults.push({path: 'cutoff', message: 'cutoff must name an allowed quality or group of items'});
	}
	for (const [index, {customFormatId}] of formatScores.entries()) {
		if (!customFormatIds.has(customFormatId)) {
			faults.push({path: `formatScores[${index}].customFormatId`, message: 'customFormatId must be the id of a custom format'});
		}
	}
	return faults;
}

function isAllowedStep(items: readonly ProfileItem[], cutoff: string): boolean {
	return items.some(item => item.allowed && itemName(item) === cutoff);
}

function repeated(names: readonly string[]): Set<string> {
	return new Set(names.filter((name, index) => names.indexOf(name) !== index));
}
