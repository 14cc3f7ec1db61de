import {resolutions} from '../release/parsed-title.ts';
import type {Condition, ConditionKind, ConditionValues, NewCustomFormat, Range} from './custom-format.ts';
import {
	flagCodes,
	languageOfCode,
	modifierCodes,
	numbered,
	ownKinds,
	type Program,
	releaseTypeCodes,
	sonarrModifiers,
	sourceCodes,
} from './exported-codes.ts';

export interface ImportFailure {
	/** Name of the format, or its position in the list when it has none. */
	name: string;
	error: string;
}

export interface ImportedFormats {
	formats: NewCustomFormat[];
	failures: ImportFailure[];
}

/** An object in the JSON of another program. */
export type Json = Record<string, unknown>;
/** Returns null for a value that the kind does not support. */
type Reader<Kind extends ConditionKind> = (fields: Json) => ConditionValues[Kind] | null;

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A number, also one that is written as a text. */
export function numberOf(value: unknown): number | null {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function codeIn<T>(table: readonly T[] | ReadonlyMap<number, T>): (fields: Json) => T | null {
	return ({value}) => {
		const code = numberOf(value);
		if (code === null) {
			return null;
		}
		// `instanceof` does not rule out a ReadonlyMap.
		return (table instanceof Map ? table.get(code) : (table as readonly T[])[code]) ?? null;
	};
}

const pattern = ({value}: Json): string | null => (typeof value === 'string' && value !== '' ? value : null);

function range({min, max}: Json): Range | null {
	const lower = numberOf(min ?? 0);
	return lower === null ? null : {min: lower, max: numberOf(max)};
}

const readersOf = (program: Program): {[Kind in ConditionKind]: Reader<Kind>} => ({
	releaseTitle: pattern,
	releaseGroup: pattern,
	edition: pattern,
	source: codeIn(sourceCodes[program]),
	resolution: ({value}) => resolutions.find(lines => lines === numberOf(value)) ?? null,
	qualityModifier: codeIn(modifierCodes),
	language: ({value, exceptLanguage}) => {
		const language = languageOfCode(numberOf(value) ?? Number.NaN, program);
		return language === null ? null : {language, except: exceptLanguage === true};
	},
	indexerFlag: codeIn(flagCodes[program]),
	size: range,
	year: range,
	releaseType: codeIn(releaseTypeCodes),
});

const readers = {radarr: readersOf('radarr'), sonarr: readersOf('sonarr')};

const kinds: ReadonlyMap<string, ConditionKind> = new Map<string, ConditionKind>([
	['ReleaseTitleSpecification', 'releaseTitle'],
	['ReleaseGroupSpecification', 'releaseGroup'],
	['EditionSpecification', 'edition'],
	['SourceSpecification', 'source'],
	['ResolutionSpecification', 'resolution'],
	['QualityModifierSpecification', 'qualityModifier'],
	['LanguageSpecification', 'language'],
	['IndexerFlagSpecification', 'indexerFlag'],
	['SizeSpecification', 'size'],
	['YearSpecification', 'year'],
	['ReleaseTypeSpecification', 'releaseType'],
]);

/** TRaSH files and exports from the web page contain an object; the API returns a list of named values. */
function fieldsOf({fields}: Json): Json {
	if (Array.isArray(fields)) {
		return Object.fromEntries(fields.filter(isObject).map(({name, value}) => [String(name), value]));
	}
	return isObject(fields) ? fields : {};
}

function readCondition(specification: unknown, program: Program): Condition | string {
	if (!isObject(specification)) {
		return 'a condition is no object';
	}
	const {implementation, name, negate, required} = specification;
	const fields = fieldsOf(specification);
	const rest = {name: String(name ?? kinds.get(String(implementation))), negate: negate === true, required: required === true};
	const modifier = program === 'sonarr' && implementation === 'SourceSpecification' ? codeIn(sonarrModifiers)(fields) : null;
	if (modifier !== null) {
		return {...rest, kind: 'qualityModifier', value: modifier};
	}
	const kind = kinds.get(String(implementation));
	if (!kind) {
		return `the condition kind ${String(implementation)} is not known`;
	}
	const value = readers[program][kind](fields);
	if (value === null) {
		return `the condition "${String(name)}" of kind ${kind} has a value that is not known`;
	}
	// Each kind's reader returns that kind's value, but the compiler cannot follow the pair through the table.
	return {...rest, kind, value} as Condition;
}

function readFormat(json: unknown, program: Program): NewCustomFormat | string {
	if (!isObject(json)) {
		return 'it is no object';
	}
	const {name, specifications, includeCustomFormatWhenRenaming} = json;
	if (typeof name !== 'string' || name.trim() === '') {
		return 'it has no name';
	}
	if (!Array.isArray(specifications) || specifications.length === 0) {
		return 'it has no conditions (`specifications`)';
	}
	const conditions = specifications.map(each => readCondition(each, program));
	const fault = conditions.find(condition => typeof condition === 'string') ?? sourceFault(specifications, program);
	return (
		fault ?? {
			name: name.trim(),
			conditions: conditions.filter(condition => typeof condition !== 'string'),
			includeWhenRenaming: includeCustomFormatWhenRenaming === true,
		}
	);
}

/**
 * In Sonarr, one of several sources is enough. Two of Sonarr's are not sources here, so next to real sources they would
 * be required in addition.
 */
function sourceFault(specifications: readonly unknown[], program: Program): string | undefined {
	const isSource = (each: unknown): each is Json => isObject(each) && each['implementation'] === 'SourceSpecification';
	const optional = specifications.filter(isSource).filter(({required}) => required !== true);
	const isRaw = (each: Json) => codeIn(sonarrModifiers)(fieldsOf(each)) !== null;
	return program === 'sonarr' && optional.some(isRaw) && !optional.every(isRaw)
		? 'a remux or raw TV is one of several sources, which cannot be expressed here; make two formats of it'
		: undefined;
}

/**
 * Which program's numbers an export uses, shown by what only one of them has. Radarr if the numbers mean the same in
 * both; null if it is unclear, or if the formats come from both.
 */
export function programOf(json: unknown): Program | null {
	const conditions = (Array.isArray(json) ? json : [json])
		.flatMap(format => (isObject(format) && Array.isArray(format['specifications']) ? (format['specifications'] as unknown[]) : []))
		.filter(isObject);
	const programs = new Set<Program>();
	let isOpen = false;
	for (const condition of conditions) {
		const implementation = String(condition['implementation']);
		const own = ownKinds.get(implementation);
		if (own) {
			programs.add(own);
		}
		const limits = numbered.get(implementation);
		const code = limits ? numberOf(fieldsOf(condition)['value']) : null;
		if (limits && code !== null && code > limits.same) {
			isOpen = true;
			if (code > limits.sonarr) {
				programs.add('radarr');
			}
		}
	}
	const [only] = programs;
	return programs.size === 1 && only ? only : isOpen ? null : 'radarr';
}

/**
 * Reads one custom format or a list, as Radarr and Sonarr export them and TRaSH publishes them, with the numbers of
 * this program. A format that is not fully understood is a failure.
 */
export function importCustomFormats(json: unknown, program: Program): ImportedFormats {
	const formats: NewCustomFormat[] = [];
	const failures: ImportFailure[] = [];
	for (const [index, item] of (Array.isArray(json) ? json : [json]).entries()) {
		const read = readFormat(item, program);
		if (typeof read === 'string') {
			failures.push({name: isObject(item) && typeof item['name'] === 'string' ? item['name'] : `#${index + 1}`, error: read});
		} else {
			formats.push(read);
		}
	}

	return {formats, failures};
}
