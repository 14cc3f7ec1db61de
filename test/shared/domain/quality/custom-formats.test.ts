import test from 'ava';
import type {Condition, CustomFormat} from '#shared/domain/quality/custom-format.ts';
import {
	type FormatSubject,
	hasFormat,
	matchFormats,
	noHits,
	patternsOf,
	patternTexts,
	scoreFormats,
} from '#shared/domain/quality/custom-formats.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import {buildProfile, buildRelease, gigabyte} from '#test/helpers/build-release.ts';

function subject(title: string, overrides: Partial<FormatSubject> = {}): FormatSubject {
	const parsed = parseTitle(title, {mode: 'movie'})!; // the titles of this file can be read
	return {
		parsed,
		release: buildRelease(),
		languages: parsed.languages,
		releaseType: 'movie',
		originalLanguage: 'en',
		hits: noHits,
		...overrides,
	};
}

type Simple = Pick<Condition, 'kind' | 'value'> & {negate?: boolean; required?: boolean};

function format(...conditions: Simple[]): CustomFormat {
	// The pairs of kind and value are written out in each test.
	return {
		id: 'f',
		name: 'F',
		includeWhenRenaming: false,
		conditions: conditions.map(one => ({name: 'c', negate: false, required: false, ...one})) as Condition[],
	};
}

const web = subject('Paper.Harbor.2019.1080p.WEB-DL.H.264-KITE');

const holds = test.macro<[Simple, boolean, FormatSubject?]>((t, condition, expected, used = web) => {
	t.is(hasFormat(format(condition), used), expected);
	t.is(hasFormat(format({...condition, negate: true}), used), !expected);
});

test('a source is compared', holds, {kind: 'source', value: 'webdl'}, true);
test('a resolution is compared', holds, {kind: 'resolution', value: 720}, false);
test(
	'a modifier is compared',
	holds,
	{kind: 'qualityModifier', value: 'remux'},
	true,
	subject('Paper.Harbor.2019.1080p.BluRay.REMUX.AVC-KITE'),
);
test('a flag is looked for', holds, {kind: 'indexerFlag', value: 'freeleech'}, true, {
	...web,
	release: buildRelease({flags: ['scene', 'freeleech']}),
});
test('a size lies above the lower end', holds, {kind: 'size', value: {min: 6, max: 10}}, false);
test('a size lies up to the upper end', holds, {kind: 'size', value: {min: 5, max: 6}}, true);
test('a size without an upper end', holds, {kind: 'size', value: {min: 5, max: null}}, true, {
	...web,
	release: buildRelease({size: 500 * gigabyte}),
});
test('both ends of years count', holds, {kind: 'year', value: {min: 2019, max: 2019}}, true);
test('a release type is compared', holds, {kind: 'releaseType', value: 'seasonPack'}, false);
test('a title without a language speaks the original one', holds, {kind: 'language', value: {language: 'english', except: false}}, true);
test('the original language is known by its name', holds, {kind: 'language', value: {language: 'original', except: false}}, true);
test(
	'any language but one is asked for',
	holds,
	{kind: 'language', value: {language: 'original', except: true}},
	true,
	subject('Paper.Harbor.2019.GERMAN.1080p.WEB-DL-KITE'),
);
test('a pattern is looked up among those that matched', holds, {kind: 'releaseTitle', value: 'x'}, true, {
	...web,
	hits: {...noHits, releaseTitle: new Set(['x'])},
});
test('a pattern that matched the group says nothing of the title', holds, {kind: 'releaseTitle', value: 'x'}, false, {
	...web,
	hits: {...noHits, releaseGroup: new Set(['x'])},
});

const met: Simple = {kind: 'source', value: 'webdl'};
const unmet: Simple = {kind: 'source', value: 'bluray'};
const otherMet: Simple = {kind: 'resolution', value: 1080};
const otherUnmet: Simple = {kind: 'resolution', value: 720};

const matches = test.macro<[boolean, ...Simple[]]>((t, expected, ...conditions) => t.is(hasFormat(format(...conditions), web), expected));

test('conditions of one kind are alternatives', matches, true, unmet, met);
test('a required condition has no alternative', matches, false, {...unmet, required: true}, met);
test('all kinds must be met', matches, false, met, otherUnmet);
test('two kinds that are met', matches, true, met, otherMet, otherUnmet);
test('a format without conditions matches nothing', matches, false);

test('a profile adds up the scores of the formats that match', t => {
	const formats = [format(met), {...format(unmet), id: 'g'}, {...format(otherMet), id: 'h'}];
	const profile = buildProfile({
		formatScores: [
			{customFormatId: 'f', score: 10},
			{customFormatId: 'g', score: 100},
			{customFormatId: 'h', score: -3},
		],
	});
	t.deepEqual(scoreFormats(profile, matchFormats(formats, web)), {formatIds: ['f', 'h'], score: 7});
});

test('patterns are collected once by what they look at', t => {
	const formats = [
		format({kind: 'releaseTitle', value: 'a'}, {kind: 'edition', value: 'b'}),
		format({kind: 'releaseTitle', value: 'a'}, met),
	];
	t.deepEqual(patternsOf(formats), {releaseTitle: ['a'], releaseGroup: [], edition: ['b']});
});

test('the words of the title are hidden from patterns', t => {
	const parsed = subject('The.Atmos.Story.2019.1080p.WEB-DL.H.264-KITE').parsed;
	t.deepEqual(patternTexts(parsed), {releaseTitle: 'Title.2019.1080p.WEB-DL.H.264-KITE', releaseGroup: 'KITE', edition: ''});
});

test('a title that does not begin the name hides nothing', t => {
	const parsed = {...web.parsed, title: 'Something Else'};
	t.is(patternTexts(parsed).releaseTitle, parsed.releaseTitle);
});

test('a format for movies or for series matches only these, and takes the place of one for both with its name', t => {
	const always = format({kind: 'resolution', value: 1080});
	const formats: CustomFormat[] = [
		{...always, id: 'both', name: 'x265'},
		{...always, id: 'other', name: 'Other', scope: null},
		{...always, id: 'movies', name: 'X265', scope: 'movies'},
		{...always, id: 'tv', name: 'Pack', scope: 'tv'},
	];
	const idsFor = (releaseType: FormatSubject['releaseType']) => matchFormats(formats, {...web, releaseType}).map(({id}) => id);
	t.deepEqual(idsFor('movie'), ['other', 'movies']);
	t.deepEqual(idsFor('seasonPack'), ['both', 'other', 'tv']);
	t.deepEqual(matchFormats([format()], web), [], 'without conditions it matches nothing');
});
