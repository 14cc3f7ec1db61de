import type {SeenPage} from '../challenge.ts';
import type {PageMarks} from '../page/page-marks.ts';
import type {Conditions, Mark} from './mark.ts';

export interface ReadPage extends Pick<SeenPage, 'status' | 'headers'> {
	marks: PageMarks;
}

type Held = {[Name in keyof Conditions]-?: (value: string, page: ReadPage) => boolean};

const held: Held = {
	title: (value, {marks}) => marks.title === value,
	titleStart: (value, {marks}) => marks.title.startsWith(value),
	id: (value, {marks}) => marks.ids.has(value),
	class: (value, {marks}) => marks.classes.has(value),
	source: (value, {marks}) => some(marks.sources, value),
	field: (value, {marks}) => marks.fields.has(value),
	refresh: (value, {marks}) => some(marks.refreshes, value),
	script: (value, {marks}) => marks.script.includes(value),
	text: (value, {marks}) => marks.text.includes(value) || marks.title.includes(value),
	textStart: (value, {marks}) => marks.text.startsWith(value),
	server: (value, {headers}) => headers['server']?.trim().toLowerCase() === value,
	vary: (value, {headers}) => headers['vary']?.toLowerCase().replaceAll(' ', '') === value,
};

export function hasMark(page: ReadPage, {all, refusedOnly}: Mark): boolean {
	if (refusedOnly && !isRefusal(page.status)) {
		return false;
	}
	const names = Object.keys(all) as (keyof Conditions)[];
	return names.every(name => all[name]?.some(value => held[name](value, page)));
}

export function isRefusal(status: number): boolean {
	return [401, 403, 405, 429, 503].includes(status);
}

function some(texts: ReadonlySet<string>, part: string): boolean {
	return texts.values().some(text => text.includes(part));
}
