import type {AutoTagCondition, AutoTagConditionKind, AutoTagRange} from '../media/auto-tags.ts';
import {seriesTypes} from '../media/series.ts';
import {languageOfCode, type Program} from '../quality/exported-codes.ts';
import {codesOfLanguage} from '../release/spoken-languages.ts';
import type {FoundRecord, MoveNote} from './move.ts';
import {nameOf, tagsOf, unsupported} from './source-connections.ts';
import {isRecord, jsonOf, type SourceRow, textOf, wholeOf} from './source-titles.ts';

export const autoTagColumns = ['Id', 'Name', 'Specifications', 'Tags'] as const;

/** What their numbers and paths are here; null for what is not. */
export interface AutoTagContext {
	program: Program;
	profileOf(id: number): string | null;
	labelOf(id: number): string | null;
	folderOf(path: string): string | null;
}

export interface WantedAutoTag {
	name: string;
	conditions: AutoTagCondition[];
	/** Their numbers of tags. */
	tags: number[];
}

type Value = string | boolean | AutoTagRange;

const textKinds: Readonly<Record<string, AutoTagConditionKind>> = {
	GenreSpecification: 'genre',
	NetworkSpecification: 'network',
	KeywordSpecification: 'keyword',
	StudioSpecification: 'studio',
	OriginalCountrySpecification: 'originalCountry',
};
const rangeKinds: Readonly<Record<string, AutoTagConditionKind>> = {YearSpecification: 'year', RuntimeSpecification: 'runtime'};
/** Their numbers of the state of a series. */
export const statusNumbers = ['continuing', 'ended', 'upcoming'];

/** The kind and the values of a condition, one of which must be met; null for one that is not known here. */
function valuesOf(
	type: string,
	body: Record<string, unknown>,
	{program, profileOf, labelOf, folderOf}: AutoTagContext,
): {kind: AutoTagConditionKind; values: Value[]} | null {
	const {value} = body;
	const one = (kind: AutoTagConditionKind, found: Value | null | undefined) =>
		found === null || found === undefined ? null : {kind, values: [found]};
	const number = wholeOf(value);
	const text = textKinds[type];
	if (text !== undefined) {
		const values = (Array.isArray(value) ? value : [value]).flatMap(each => textOf(each) ?? []);
		return values.length > 0 ? {kind: text, values} : null;
	}
	const range = rangeKinds[type];
	if (range !== undefined) {
		return {kind: range, values: [{min: wholeOf(body['min']), max: wholeOf(body['max'])}]};
	}
	// Titles have codes, and a language may have several.
	const languages = type === 'OriginalLanguageSpecification' ? codesOfLanguage(languageOfCode(number ?? 0, program) ?? '') : [];
	switch (type) {
		case 'RootFolderSpecification':
			return one('rootFolder', folderOf(textOf(value) ?? ''));
		case 'QualityProfileSpecification':
			return one('qualityProfile', profileOf(number ?? 0));
		case 'TagSpecification':
			return one('tag', labelOf(number ?? 0));
		case 'MonitoredSpecification':
			return one('monitored', true);
		case 'OriginalLanguageSpecification':
			return languages.length > 0 ? {kind: 'originalLanguage', values: languages} : null;
		case 'SeriesTypeSpecification':
			return one('type', seriesTypes[number ?? -1]);
		case 'StatusSpecification':
			return program === 'sonarr' ? one('status', statusNumbers[number ?? -1]) : null;
		default:
			return null;
	}
}

/** A rule for tags in our form. With a condition that is not known here it does not come: it would tag others. */
export function readAutoTag(row: SourceRow, context: AutoTagContext): FoundRecord<WantedAutoTag> {
	const name = nameOf(row, 'Rule');
	const found = {sourceId: String(row['Id']), title: name};
	const read = jsonOf(row['Specifications']);
	const conditions: AutoTagCondition[] = [];
	const notes: MoveNote[] = [];
	for (const each of Array.isArray(read) ? read.filter(isRecord).slice(0, 100) : []) {
		const [type, body] = [String(each['type']), isRecord(each['body']) ? each['body'] : {}];
		const known = valuesOf(type, body, context);
		if (known === null) {
			notes.push(...unsupported(type.replace(/Specification$/, ''), 'condition of a rule', true));
			continue;
		}
		const negate = body['negate'] === true;
		// Of several values, one is enough; not to have any of them means to lack each.
		const required = known.values.length === 1 ? body['required'] === true : negate;
		conditions.push(...known.values.map(value => ({kind: known.kind, value, negate, required})));
	}
	const isWhole = notes.length === 0 && conditions.length > 0;
	return {...found, wanted: isWhole ? {name, conditions, tags: tagsOf(row)} : null, notes};
}
