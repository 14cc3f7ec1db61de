import test from 'ava';
import {conditionKinds} from '#shared/domain/quality/custom-format.ts';
import {importCustomFormats, programOf} from '#shared/domain/quality/import-custom-format.ts';

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
		const {formats, failures} = importCustomFormats(wrap(condition(implementation, fields)), 'radarr');
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
	const {formats, failures} = importCustomFormats(
		{
			trash_id: 'abc',
			trash_scores: {default: 5},
			...wrap(condition('SourceSpecification', {value: 7}, {negate: true, required: false})),
		},
		'radarr',
	);
	t.deepEqual(failures, []);
	t.like(formats[0], {name: 'Made up', includeWhenRenaming: true});
	t.like(formats[0]?.conditions[0], {negate: true, required: false});
});

test('of a list the good ones are taken and each bad one is reported with its name', t => {
	const {formats, failures} = importCustomFormats(
		[
			wrap(condition('SourceSpecification', {value: 7})),
			{...wrap(condition('MoonPhaseSpecification', {value: 7})), name: 'Moon'},
			{...wrap(condition('SourceSpecification', {value: 99})), name: 'Source'},
			{...wrap(), name: 'Empty'},
			{specifications: []},
			'text',
			null,
		],
		'radarr',
	);
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
		t.is(importCustomFormats(wrap(condition(implementation, {value: 1})), 'radarr').failures.length, 1);
	}

	t.is(importCustomFormats(wrap(condition('SourceSpecification', {value: '__proto__'})), 'radarr').failures.length, 1);
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
		'radarr',
	);
	t.deepEqual<string[] | undefined, string[]>(
		formats[0]?.conditions.map(({kind}) => kind),
		[...conditionKinds],
	);
});

for (const [implementation, code, radarr, sonarr] of [
	['SourceSpecification', 3, 'telecine', 'webdl'],
	['SourceSpecification', 6, 'tv', 'bluray'],
	['SourceSpecification', 7, 'webdl', 'remux'],
	['SourceSpecification', 2, 'telesync', 'rawhd'],
	['LanguageSpecification', 4, 'german', 'german'],
	['LanguageSpecification', 26, 'hindi', 'arabic'],
	['LanguageSpecification', 31, 'arabic', 'slovak'],
	['LanguageSpecification', 33, 'persian', 'portuguese-brazil'],
	['LanguageSpecification', 46, 'macedonian', 'slovenian'],
	['LanguageSpecification', -1, 'any', 'any'],
	['LanguageSpecification', -2, 'original', 'original'],
	['IndexerFlagSpecification', 8, 'golden', 'internal'],
	['IndexerFlagSpecification', 128, 'scene', 'nuked'],
] as const) {
	test(`${implementation} ${code} is ${radarr} of Radarr and ${sonarr} of Sonarr`, t => {
		for (const [program, expected] of [
			['radarr', radarr],
			['sonarr', sonarr],
		] as const) {
			const {formats, failures} = importCustomFormats(wrap(condition(implementation, {value: code})), program);
			const value = formats[0]?.conditions[0]?.value;
			t.deepEqual(failures, []);
			t.is(typeof value === 'object' && 'language' in value ? value.language : value, expected);
		}
	});
}

test('the program is found out by what only one of them has, and asked for only if it matters', t => {
	const webdl = condition('SourceSpecification', {value: 3});
	const text = condition('ReleaseTitleSpecification', {value: 'x'});
	t.is(programOf(wrap(text)), 'radarr');
	t.is(programOf(wrap(text, condition('LanguageSpecification', {value: 4}))), 'radarr');
	t.is(programOf(wrap(text, webdl)), null);
	t.is(programOf(wrap(condition('LanguageSpecification', {value: 30}))), null);
	t.is(programOf([wrap(webdl), wrap(condition('ReleaseTypeSpecification', {value: 3}))]), 'sonarr');
	t.is(programOf([wrap(webdl), wrap(condition('QualityModifierSpecification', {value: 5}))]), 'radarr');
	t.is(programOf(wrap(condition('SourceSpecification', {value: 9}))), 'radarr');
	t.is(programOf(wrap(condition('LanguageSpecification', {value: 47}))), 'radarr');
	t.is(programOf(wrap(condition('YearSpecification', {min: 1, max: 2}), condition('ReleaseTypeSpecification', {value: 3}), webdl)), null);
	t.is(programOf('nonsense'), 'radarr');
});

test('a remux as one of several sources of Sonarr is reported as such', t => {
	const optional = {required: false};
	const sources = [condition('SourceSpecification', {value: 7}, optional), condition('SourceSpecification', {value: 6}, optional)];
	t.regex(importCustomFormats(wrap(...sources), 'sonarr').failures[0]?.error ?? '', /one of several sources/);
	t.deepEqual(importCustomFormats(wrap(...sources.slice(0, 1)), 'sonarr').failures, []);
});
