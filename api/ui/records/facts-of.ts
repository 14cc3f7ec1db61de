import {isolated, languageName, moment, size} from '../parts/text.ts';
import {choiceLabel, labelOf} from '../schema/names.ts';

/** Some fields of a record as short texts. */
export function factsOf(record: Record<string, any>, names: readonly string[]) {
	// What was changed names the fields, too.
	const shown = record['changes']?.length > 0 ? names.filter(name => name !== 'fields') : names;
	return shown.map(name => ({name, text: factOf(name, record[name])})).filter(({text}) => text !== '');
}

function conditionText({kind, value, negate}: {kind: string; value: any; negate: boolean}) {
	const range = ({min, max}: {min: number | null; max: number | null}) => `${min ?? ''}–${max ?? ''}`;
	const text = typeof value === 'boolean' ? (value ? 'yes' : 'no') : typeof value === 'object' ? range(value) : value;
	return `${negate ? 'not ' : ''}${labelOf(kind).toLowerCase()} ${text}`;
}

function factOf(name: string, value: any): string {
	if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) {
		return '';
	}
	if (/^(?:size|freeSpace)$/.test(name)) {
		return name === 'size' ? size(value) : `${size(value)} free`;
	}
	if (/MbPerMinute$/.test(name)) {
		return `${labelOf(name.replace('MbPerMinute', ''))} ${value} MB a minute (${size(value * 90 * 1024 ** 2)} in 90 minutes)`;
	}
	if (/At$|^timestamp$/.test(name)) {
		return name === 'timestamp' ? moment(value) : `${labelOf(name.replace(/At$/, ''))} ${moment(value)}`;
	}
	if (name === 'titles' && typeof value === 'object') {
		return `${value.movies} ${value.movies === 1 ? 'movie' : 'movies'}, ${value.series} series`;
	}
	if (name === 'conditions' && value.every((each: any) => each.name === undefined)) {
		return `${labelOf(name)}: ${value.map(conditionText).join(', ')}`;
	}
	if (name === 'rights') {
		const lost = Object.keys(value).filter(right => !value[right]);
		return lost.length === 0 ? '' : `May not: ${lost.map(right => labelOf(right).toLowerCase()).join(', ')}`;
	}
	if (name === 'changes') {
		return value.map(changeText).join(' · ');
	}
	if (name === 'fields' && value.every((each: string) => each === 'value')) {
		return '';
	}
	if (Array.isArray(value)) {
		return `${labelOf(name)}: ${value.map(each => (typeof each === 'object' ? (each.name ?? languageName(each.code ?? each.language ?? '')) : each)).join(', ')}`;
	}
	switch (typeof value) {
		case 'boolean':
			return `${labelOf(name)}: ${value ? 'yes' : 'no'}`;
		case 'number':
			return `${labelOf(name)} ${value}`;
		case 'object':
			return String(value.name ?? value.kind ?? '');
		default:
			return /^(?:url|address|device|indexer|subjectName|name|path|version|remotePath|localPath)$/.test(name)
				? value
				: /^(?:kind|type|role)$/.test(name)
					? choiceLabel(value, [])
					: `${labelOf(name)}: ${choiceLabel(value, [])}`;
	}
}

/** “Quality profile: HD-1080p → Ultra-HD” */
function changeText({field, before, after}: {field: string; before: string | null; after: string | null}) {
	const isName = /^(?:tags|library|folder|rootFolder|.*Profile)$/.test(field);
	const said = (value: string | null) =>
		value === null ? 'none' : value === 'true' ? 'yes' : value === 'false' ? 'no' : isolated(isName ? value : choiceLabel(value, []));
	return `${labelOf(field)}: ${said(before)} → ${said(after)}`;
}
