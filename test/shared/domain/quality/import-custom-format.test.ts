import test from 'ava';
import {conditionKinds} from '#shared/domain/quality/custom-format.ts';
import {importCustomFormats} from '#shared/domain/quality/import-custom-format.ts';

const condition = (implementation: string, fields: unknown, more: object = {}) => ({
	name: 'c',
	implementation,
	negate: false,
	required: true,
	fields,
	...more,
});
const wrap = (...specifications: unknown[]) => ({name: 'Made up', includeCustomFormatWhenRenaming: true, specifications});

const reads = test.macro<[string, unknown, string, unknown]>({
	exec(t, implementation, fields, kind, value) {
		const {formats, failures} = importCustomFormats(wrap(condition(implementation, fields)));
		t.deepEqual(failures, []);
		t.deepEqual<unknown, unknown>(formats[0]?.conditions, [{name: 'c', kind, value, negate: false, required: true}]);
	},
	title: (_, implementation, fields) => `${implementation} ${JSON.stringify(fields)} is read`,
});

test(reads, 'ReleaseTitleSpecification', {value: '\\b(?<!x)remux\\b'}, 'releaseTitle', '\\b(?<!x)remux\\b');
test(reads, 'ReleaseGroupSpecification', [{order: 0, name: 'value', value: '^(KITE)$'}], 'releaseGroup', '^(KITE)$');
test(reads, 'EditionSpecification', {value: 'imax'}, 'edition', 'imax');
test(reads, 'SourceSpecification', {value: 7}, 'source', 'webdl');
test(reads, 'SourceSpecification', {value: 9}, 'source', 'bluray');
test(reads, 'ResolutionSpecification', {value: 2160}, 'resolution', 2160);
test(reads, 'QualityModifierSpecification', {value: 5}, 'qualityModifier', 'remux');
test(reads, 'LanguageSpecification', {value: 4}, 'language', {language: 'german', except: false});
test(reads, 'LanguageSpecification', {value: -2, exceptLanguage: true}, 'language', {language: 'original', except: true});
test(reads, 'LanguageSpecification', {value: 30}, 'language', {language: 'portuguese-brazil', except: false});
test(reads, 'IndexerFlagSpecification', {value: 1}, 'indexerFlag', 'freeleech');
test(
	reads,
	'SizeSpecification',
	[
		{name: 'min', value: '2.5'},
		{name: 'max', value: 10},
	],
	'size',
	{min: 2.5, max: 10},
);
test(reads, 'YearSpecification', {min: 1990, max: 1999}, 'year', {min: 1990, max: 1999});
test(reads, 'ReleaseTypeSpecification', {value: 3}, 'releaseType', 'seasonPack');

test('a published file with ids and scores of its own is taken', t => {
	const {formats, failures} = importCustomFormats({
		trash_id: 'abc',
		trash_scores: {default: 5},
		...wrap(condition('SourceSpecification', {value: 7}, {negate: true, required: false})),
	});
	t.deepEqual(failures, []);
	t.like(formats[0], {name: 'Made up', includeWhenRenaming: true});
	t.like(formats[0]?.conditions[0], {negate: true, required: false});
});

test('of a list the good ones are taken and each bad one is told with its name', t => {
	const {formats, failures} = importCustomFormats([
		wrap(condition('SourceSpecification', {value: 7})),
		{...wrap(condition('MoonPhaseSpecification', {value: 7})), name: 'Moon'},
		{...wrap(condition('SourceSpecification', {value: 99})), name: 'Source'},
		{...wrap(), name: 'Empty'},
		{specifications: []},
		'text',
		null,
	]);
	t.is(formats.length, 1);
	t.deepEqual(failures, [
		{name: 'Moon', error: 'the condition kind MoonPhaseSpecification is not known'},
		{name: 'Source', error: 'the condition "c" of kind source has a value that is not known'},
		{name: 'Empty', error: 'it has no conditions (`specifications`)'},
		{name: '#5', error: 'it has no name'},
		{name: '#6', error: 'it is no object'},
		{name: '#7', error: 'it is no object'},
	]);
});

test('a hostile name of a kind or field is only unknown', t => {
	for (const implementation of ['__proto__', 'constructor', 'toString']) {
		t.is(importCustomFormats(wrap(condition(implementation, {value: 1}))).failures.length, 1);
	}

	t.is(importCustomFormats(wrap(condition('SourceSpecification', {value: '__proto__'}))).failures.length, 1);
});

test('every kind of condition can be imported', t => {
	const implementations =
		'ReleaseTitle ReleaseGroup Edition Source Resolution QualityModifier Language IndexerFlag Size Year ReleaseType'.split(' ');
	const fields: Record<string, unknown> = {
		ReleaseTitle: {value: 'x'},
		ReleaseGroup: {value: 'x'},
		Edition: {value: 'x'},
		Resolution: {value: 720},
	};
	const {formats} = importCustomFormats(
		wrap(...implementations.map(name => condition(`${name}Specification`, fields[name] ?? {value: 1, min: 1, max: 2}))),
	);
	t.deepEqual<string[] | undefined, string[]>(
		formats[0]?.conditions.map(({kind}) => kind),
		[...conditionKinds],
	);
});
