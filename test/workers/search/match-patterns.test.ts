import test from 'ava';
import type {NewCustomFormat} from '#shared/domain/quality/custom-format.ts';
import {defaultProfiles} from '#shared/domain/quality/profiles.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import {buildRelease} from '#test/helpers/build-release.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {matchCustomFormats, matchTerms} from '#workers/search/match-patterns.ts';

const now = new Date('2026-01-01');

function titled(value: string, kind: 'releaseTitle' | 'releaseGroup' = 'releaseTitle'): NewCustomFormat {
	return {name: value.slice(0, 20), conditions: [{name: 'c', kind, value, negate: false, required: true}], includeWhenRenaming: false};
}

const noTerms = {name: 'Words', enabled: true, mustContain: [], mustNotContain: [], tags: [], excludedTags: [], indexerIds: []};

function read(title: string) {
	return {release: buildRelease({title}), parsed: parseTitle(title, {mode: 'movie'})};
}

test('formats hear the languages by which the rules judge a release', async t => {
	const {deps} = await withWorkerDeps(t);
	const condition = {name: 'c', kind: 'language' as const, negate: false, required: true};
	const of = (language: string) =>
		deps.customFormats.add(
			{name: language, conditions: [{...condition, value: {language, except: false}}], includeWhenRenaming: false},
			now,
		);
	const formats = {original: await of('original'), german: await of('german')};
	const profile = {...defaultProfiles[0]!, id: 'p', formatScores: []}; // not empty: the profiles of a first start
	const rows = ['A.Film.2020.MULTi.VFF.1080p.WEBRip.x264-NOBODY', 'The.Kind.German.2006.1080p.WEB-DL.x264-NOBODY'].map(read);
	const scoreRelease = await matchCustomFormats(rows, deps);
	const idsOf = (row: number, knownTitle: string) =>
		scoreRelease(rows[row]!, {profile, releaseType: 'movie', knownTitle, originalLanguage: 'en'}).formatIds; // two rows
	t.deepEqual(idsOf(0, 'A Film'), [formats.original.id], 'a dub and the original sound');
	t.deepEqual(idsOf(1, 'The Kind German'), [formats.original.id], 'the word is part of the name');
});

test('each release gets the points that the profile gives for its formats', async t => {
	const {deps} = await withWorkerDeps(t);
	const x265 = await deps.customFormats.add(titled('x265'), now);
	const group = await deps.customFormats.add(titled('^NOBODY$', 'releaseGroup'), now);
	const profile = {
		...defaultProfiles[0]!, // not empty: the profiles of a first start
		id: 'p',
		formatScores: [
			{customFormatId: x265.id, score: -30},
			{customFormatId: group.id, score: 100},
		],
	};
	const rows = ['A.Film.2020.1080p.WEB-DL.x265-NOBODY', 'A.Film.2020.1080p.WEB-DL.x264-NOBODY', 'A.Film.2020.1080p.WEB-DL.x265-ELSE'].map(
		read,
	);
	const scoreRelease = await matchCustomFormats(rows, deps);
	const scoredFor = {profile, releaseType: 'movie' as const, knownTitle: null, originalLanguage: 'en'};
	t.deepEqual(
		rows.map(row => scoreRelease(row, scoredFor).score),
		[70, 100, -30],
	);
	t.deepEqual(scoreRelease(rows[1]!, scoredFor).formatIds, [group.id]); // three rows were read
	t.deepEqual(scoreRelease({...rows[0]!, parsed: null}, scoredFor), {formatIds: [], score: 0, parts: []});
	t.deepEqual(scoreRelease(rows[1]!, scoredFor).parts, [{name: '^NOBODY$', score: 100}]);
});

test('a pattern that runs for ever counts as no match, is told at its format, and harms no other', async t => {
	const {deps} = await withWorkerDeps(t);
	const slow = await deps.customFormats.add(titled('^([\\w.-]+)+!$'), now);
	const good = await deps.customFormats.add(titled('x265'), now);
	const row = read('A.Film.2020.1080p.WEB-DL.With.A.Rather.Long.Name.For.A.Release.x265-NOBODY');
	const scoreRelease = await matchCustomFormats([row], deps);
	const profile = {...defaultProfiles[0]!, id: 'p', formatScores: [{customFormatId: good.id, score: 5}]}; // not empty
	t.deepEqual(scoreRelease(row, {profile, releaseType: 'movie', knownTitle: null, originalLanguage: null}), {
		formatIds: [good.id],
		score: 5,
		parts: [{name: 'x265', score: 5}],
	});
	t.regex((await deps.customFormats.get(slow.id)).lastError ?? '', /The pattern .* of the condition "c" takes too long/);
	t.is(await deps.customFormats.countFailing(), 1);
	// Every other process knows it, so the same release has the same score there.
	t.deepEqual([...(await deps.struckPatterns.among(['^([\\w.-]+)+!$', 'x265']))], ['^([\\w.-]+)+!$']);
	t.is((await deps.customFormats.get(good.id)).lastError, null);

	const mended = await deps.customFormats.change(slow.id, {conditions: titled('x264').conditions}, now);
	t.is(mended.lastError, null);
});

test('a term of a release profile that runs for ever counts as not found and is told at its profile until that is changed', async t => {
	const {deps} = await withWorkerDeps(t);
	const profile = await deps.releaseProfiles.add({...noTerms, mustContain: ['/^([\\w.-]+)+!$/', '/x265/']}, now);
	const row = read('A.Film.2020.1080p.WEB-DL.With.A.Rather.Long.Name.For.A.Release.x265-NOBODY');
	const termsOf = await matchTerms([row.release], deps);
	t.deepEqual([...termsOf(row.release)], ['x265']);
	t.regex((await deps.releaseProfiles.get(profile.id)).lastError ?? '', /takes too long and counts as not found/);
	t.is(await deps.releaseProfiles.countFailing(), 1);
	t.is((await deps.releaseProfiles.change(profile.id, {mustContain: []}, now)).lastError, null);
});
