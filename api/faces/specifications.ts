import type {Condition} from '#shared/domain/quality/custom-format.ts';
import {languagesOf, modifierCodes, releaseTypeCodes, sonarrModifiers, sourceCodes} from '#shared/domain/quality/exported-codes.ts';
import {resolutions} from '#shared/domain/release/parsed-title.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import {allLanguages, faceLanguage, flagNumbers, programOf} from './codes.ts';
import {field, flagIn, listIn, textIn, wrong} from './wire.ts';

/** A condition as these programs store it. */
export interface Specification {
	name: string;
	implementation: string;
	negate: boolean;
	required: boolean;
	/** By name of the field. */
	values: Readonly<Record<string, unknown>>;
}

interface FieldRow {
	name: string;
	label: string;
	type: 'textbox' | 'number' | 'checkbox' | 'select';
	value?: unknown;
	isFloat?: true;
}

const text: readonly FieldRow[] = [{name: 'value', label: 'Regular Expression', type: 'textbox'}];
const choice = (label: string): readonly FieldRow[] => [{name: 'value', label, type: 'select'}];
const range = (what: string, isFloat?: true): readonly FieldRow[] =>
	['min', 'max'].map(name => ({
		name,
		label: `${name === 'min' ? 'Minimum' : 'Maximum'} ${what}`,
		type: 'number' as const,
		...(isFloat && {isFloat}),
	}));

interface Kind {
	label: string;
	fields: readonly FieldRow[];
	faces?: Face;
}

/** In the order of the programs. */
const kinds: Readonly<Record<string, Kind>> = {
	ReleaseTitleSpecification: {label: 'Release Title', fields: text},
	EditionSpecification: {label: 'Edition', fields: text, faces: 'movies'},
	LanguageSpecification: {
		label: 'Language',
		fields: [...choice('Language'), {name: 'exceptLanguage', label: 'Except Language', type: 'checkbox', value: false}],
	},
	IndexerFlagSpecification: {label: 'Indexer Flag', fields: choice('Flag')},
	SourceSpecification: {label: 'Source', fields: choice('Source')},
	ResolutionSpecification: {label: 'Resolution', fields: choice('Resolution')},
	QualityModifierSpecification: {label: 'Quality Modifier', fields: choice('Quality Modifier'), faces: 'movies'},
	SizeSpecification: {label: 'Size', fields: range('Size', true)},
	ReleaseGroupSpecification: {label: 'Release Group', fields: text},
	YearSpecification: {label: 'Year', fields: range('Year'), faces: 'movies'},
	ReleaseTypeSpecification: {label: 'Release Type', fields: choice('Release Type'), faces: 'tv'},
};

const kindOf = (face: Face, implementation: string): [string, Kind] | null =>
	Object.entries(kinds).find(([name, {faces}]) => name.toLowerCase() === implementation.toLowerCase() && (faces ?? face) === face) ?? null;

/** The conditions of a body, each field with its value. Throws WrongFields for a kind that the program lacks. */
export function specificationsIn(body: unknown, face: Face): Specification[] {
	const sentOnes = listIn(body, 'specifications') ?? [];
	if (sentOnes.length > mostConditions) {
		throw wrong('Specifications', `There may be ${mostConditions} conditions at most.`);
	}
	return sentOnes.map((each: unknown) => {
		const given = textIn(each, 'implementation') ?? '';
		const [implementation, kind] = kindOf(face, given) ?? unknownKind(given);
		const sent = field(each, 'fields');
		const valueOfField = (name: string): unknown => {
			const found = Array.isArray(sent)
				? field(
						sent.find(row => String(field(row, 'name')).toLowerCase() === name.toLowerCase()),
						'value',
					)
				: field(sent, name);
			return found ?? null;
		};
		const values = kind.fields.map(({name, value = null}) => [name, valueOfField(name) ?? value] as const);
		return {
			name: shortText(textIn(each, 'name') ?? ''),
			implementation,
			negate: flagIn(each, 'negate') ?? false,
			required: flagIn(each, 'required') ?? false,
			values: Object.fromEntries(values.map(([name, value]) => [name, plain(value)])),
		};
	});
}

function unknownKind(given: string): never {
	throw wrong('specifications', `There is no condition of the kind '${given}'.`, given);
}

const mostConditions = 500;
const longestName = 200;
/** The longest published patterns list hundreds of groups. */
const longestPattern = 20_000;

function shortText(name: string): string {
	if (name.length > longestName) {
		throw wrong('Specifications', `The name of a condition may have ${longestName} characters at most.`);
	}
	return name;
}

/** Values are numbers, texts and flags. */
function plain(value: unknown): unknown {
	if ((typeof value === 'object' && value !== null) || (typeof value === 'string' && value.length > longestPattern)) {
		throw wrong('fields', `A value of a condition must be a number, a text of up to ${longestPattern} characters, or true or false.`);
	}
	return value;
}

/** For the reader of exported formats. */
export const exportedFrom = (name: string, specifications: readonly Specification[]) => ({
	name,
	specifications: specifications.map(({values, ...rest}) => ({...rest, fields: values})),
});

interface Choice {
	value: number;
	name: string;
}

function choicesOf(face: Face, implementation: string): Choice[] | null {
	const program = programOf(face);
	switch (implementation) {
		case 'LanguageSpecification':
			return allLanguages(face).map(({id, name}) => ({value: id, name}));
		case 'ResolutionSpecification':
			return resolutions.map(lines => ({value: lines, name: lines === 0 ? 'Unknown' : `R${lines}p`}));
		case 'SourceSpecification': {
			const raw = program === 'sonarr' ? [...sonarrModifiers].map(([value, name]) => ({value, name: `${name}`})) : [];
			const table = [
				...(Array.isArray(sourceCodes[program]) ? sourceCodes[program].entries() : (sourceCodes[program] as ReadonlyMap<number, string>)),
			];
			return [...table.map(([value, name]) => ({value, name: String(name)})), ...raw].sort((a, b) => a.value - b.value);
		}
		case 'QualityModifierSpecification':
			return modifierCodes.map((name, value) => ({value, name}));
		case 'ReleaseTypeSpecification':
			return [...releaseTypeCodes].map(([value, name]) => ({value, name}));
		default:
			return null;
	}
}

function fieldsOf(face: Face, implementation: string, values: Readonly<Record<string, unknown>>) {
	const choices = choicesOf(face, implementation);
	const selectOptions = choices?.map((each, order) => ({...each, order}));
	return (kinds[implementation]?.fields ?? []).map(({name, label, type, isFloat = false}, order) => ({
		order,
		name,
		label,
		value: values[name] ?? null,
		type,
		advanced: false,
		privacy: 'normal',
		isFloat,
		...(type === 'select' && selectOptions && {selectOptions}),
	}));
}

const infoLink = 'https://wiki.servarr.com/';

/** A condition with what forms are made of. */
export const presentSpecification = (face: Face, {name, implementation, negate, required, values}: Specification) => ({
	name,
	implementation,
	implementationName: kinds[implementation]?.label ?? implementation,
	infoLink,
	negate,
	required,
	fields: fieldsOf(face, implementation, values),
});

export const specificationSchema = (face: Face) =>
	Object.entries(kinds)
		.filter(([, {faces}]) => (faces ?? face) === face)
		.map(([implementation, {label, fields}]) => ({
			implementation,
			implementationName: label,
			infoLink,
			negate: false,
			required: false,
			fields: fieldsOf(face, implementation, Object.fromEntries(fields.map(each => [each.name, each.value ?? null]))),
			presets: [],
		}));

/** One of our conditions in the numbers of the program; none if it has no such condition. */
export function specificationOf(face: Face, condition: Condition): Specification[] {
	const read = numbersOf(face, condition);
	const {name, negate, required} = condition;
	return read === null ? [] : [{name, negate, required, implementation: read[0], values: read[1]}];
}

type Numbers = readonly [implementation: string, values: Readonly<Record<string, unknown>>] | null;

function numbersOf(face: Face, condition: Condition): Numbers {
	const program = programOf(face);
	const coded = (implementation: string, value: number | undefined): Numbers =>
		value === undefined || value < 0 || !kindOf(face, implementation) ? null : [implementation, {value}];
	const codeOf = <T>(table: readonly T[] | ReadonlyMap<number, T>, wanted: unknown): number | undefined =>
		[...(table instanceof Map ? table : (table as readonly T[]).entries())].find(([, value]) => value === wanted)?.[0] as
			| number
			| undefined;
	switch (condition.kind) {
		case 'releaseTitle':
			return ['ReleaseTitleSpecification', {value: condition.value}];
		case 'releaseGroup':
			return ['ReleaseGroupSpecification', {value: condition.value}];
		case 'edition':
			return face === 'movies' ? ['EditionSpecification', {value: condition.value}] : null;
		case 'source':
			return coded('SourceSpecification', codeOf(sourceCodes[program], condition.value));
		case 'resolution':
			return coded('ResolutionSpecification', condition.value);
		case 'qualityModifier':
			return face === 'tv'
				? coded('SourceSpecification', codeOf(sonarrModifiers, condition.value))
				: coded('QualityModifierSpecification', codeOf(modifierCodes, condition.value));
		case 'language': {
			const {language, except} = condition.value;
			const {id} = faceLanguage(face, language);
			const isKnown = id !== 0 || language === languagesOf(program)[0];
			return isKnown ? ['LanguageSpecification', {value: id, exceptLanguage: except}] : null;
		}
		case 'indexerFlag':
			return coded('IndexerFlagSpecification', flagNumbers(face, [condition.value])[0]);
		case 'size':
			return ['SizeSpecification', {...condition.value}];
		case 'year':
			return face === 'movies' ? ['YearSpecification', {...condition.value}] : null;
		case 'releaseType':
			return coded('ReleaseTypeSpecification', codeOf(releaseTypeCodes, condition.value));
	}
}
