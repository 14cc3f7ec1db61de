import test from 'ava';
import type {GuideItem, GuideLink} from '#shared/domain/guide/guide-item.ts';
import {guideTargets} from '#shared/domain/guide/guide-targets.ts';
import {type AppliedProfile, fieldsOf, isChange, type LocalRecords, notable, planGuide} from '#shared/domain/guide/plan-guide.ts';
import {readGuideFile} from '#shared/domain/guide/read-guide-file.ts';
import type {Program} from '#shared/domain/quality/exported-codes.ts';
import {guideFormat, guideKey, guideProfile, guideSizes} from '#test/helpers/made-up-guide.ts';

const read = (kind: GuideItem['kind'], json: unknown, program: Program = 'radarr') => readGuideFile({program, kind, file: 'x'}, json);
const larks = read('format', guideFormat('Larks', {scores: {default: 100, loud: 500}}));
const kites = read('format', guideFormat('Kites', {groups: ['KITE'], scores: {loud: -10_000}}));
const lake = read('profile', guideProfile('Lake', {formats: ['Larks', 'Kites']}));
const guide = [larks, kites, lake];
const nothing: LocalRecords = {formats: [], profiles: [], sizes: {}};
const keysOf = (...names: string[]) => new Set(names);

test('a profile brings the formats that it scores, by its set of scores', t => {
	const chosen = keysOf(guideKey('profile', 'Lake'));
	const {formats, profiles} = guideTargets(guide, chosen);
	t.deepEqual(
		formats.map(({format}) => format.name),
		['Larks'],
	);
	t.deepEqual(
		profiles[0]?.scores.map(({format, score}) => [format.format.name, score]),
		[['Larks', 100]],
	);
	const loud = read('profile', guideProfile('Lake', {formats: ['Larks', 'Kites', 'Gone'], trash_score_set: 'loud'}));
	const [profile] = guideTargets([larks, kites, loud], chosen).profiles;
	t.deepEqual(profile?.scores.map(({score}) => score).toSorted(), [-10_000, 500].toSorted());
	t.is(profile?.missing, 1);
});

test('a format that is chosen on its own is scored in the chosen profiles of its program', t => {
	const alone = read('profile', guideProfile('Alone', {}));
	const {formats, profiles} = guideTargets([larks, alone], keysOf(guideKey('profile', 'Alone'), guideKey('format', 'Larks')));
	t.is(formats.length, 1);
	t.deepEqual(
		profiles[0]?.scores.map(({score}) => score),
		[100],
	);
});

test('formats of both programs are one if they are the same, and have two names if not', t => {
	const same = read('format', guideFormat('Larks', {program: 'sonarr'}), 'sonarr');
	const other = read('format', guideFormat('Kites', {program: 'sonarr', groups: ['OTHER']}), 'sonarr');
	const chosen = keysOf(
		guideKey('format', 'Larks'),
		guideKey('format', 'Larks', 'sonarr'),
		guideKey('format', 'Kites'),
		guideKey('format', 'Kites', 'sonarr'),
	);
	const {formats} = guideTargets([other, same, larks, kites], chosen);
	t.deepEqual(formats.map(({format, keys}) => [format.name, keys.length]).toSorted(), [
		['Kites (series)', 1],
		['Kites', 1],
		['Larks', 2],
	]);
	const {profiles} = guideTargets(
		[lake, read('profile', guideProfile('lake', {program: 'sonarr'}), 'sonarr')],
		keysOf(guideKey('profile', 'lake', 'sonarr')),
	);
	t.is(profiles[0]?.name, 'lake (series)');
});

test('of several sets of sizes the widest limits count', t => {
	const sets = [
		read('sizes', guideSizes('movie', [{quality: 'WEBDL-1080p', min: 10, preferred: 50, max: 80}])),
		read('sizes', guideSizes('series', [{quality: 'WEBDL-1080p', min: 5, preferred: 999, max: 1000}]), 'sonarr'),
	];
	t.deepEqual(guideTargets(sets, new Set(sets.map(({key}) => key))).sizes, [
		{quality: 'WEBDL-1080p', limit: {minimum: 5, preferred: null, maximum: null}},
	]);
});

const lakeKey = guideKey('profile', 'Lake');
const larksKey = guideKey('format', 'Larks');
const targets = () => guideTargets(guide, keysOf(lakeKey));

/** Everything as it was applied, with these changes by people. */
function applied({format = {}, profile = {}}: {format?: object; profile?: object} = {}) {
	const {formats, profiles} = targets();
	const {name, body} = profiles[0]!; // it is chosen
	const before = {...formats[0]!.format}; // the profile scores it
	const written: AppliedProfile = {...body, name, formatScores: [{customFormatId: 'f', score: 100}]};
	const local: LocalRecords = {
		formats: [{id: 'f', ...before, ...format}],
		profiles: [{id: 'p', packForEpisodeAllowed: true, ...written, ...profile}],
		sizes: {},
	};
	const links: GuideLink[] = [
		{key: larksKey, isChosen: false, localId: 'f', applied: before},
		{key: lakeKey, isChosen: true, localId: 'p', applied: written},
	];
	return {local, links};
}

test('nothing is there at first, so all is added', t => {
	const plan = planGuide(targets(), [], nothing);
	t.deepEqual(
		notable(plan).map(each => [each.kind, each.name, each.localId, isChange(each)]),
		[
			['profile', 'Lake', null, true],
			['format', 'Larks', null, true],
		],
	);
});

test('what was applied changes nothing when it is applied again', t => {
	const {local, links} = applied();
	t.deepEqual(notable(planGuide(targets(), links, local)), []);
});

test('what people changed stays, and is reported', t => {
	const {local, links} = applied({format: {includeWhenRenaming: true}, profile: {minFormatScore: 7, formatScores: []}});
	const changes = notable(planGuide(targets(), links, local));
	t.deepEqual(
		changes.flatMap(each => fieldsOf(each).map(({field, before, after, isKept}) => [each.name, field, before, after, isKept])),
		[
			['Lake', 'minFormatScore', '7', '0', true],
			['Lake', 'score', '0', '100', true],
			['Larks', 'includeWhenRenaming', 'yes', 'no', true],
		],
	);
	t.false(changes.some(each => isChange(each)));
	t.true(changes.every(each => isChange(each, true)));
});

test('a newer guide changes what people left alone', t => {
	const {local, links} = applied({profile: {minFormatScore: 7}});
	const newer = [
		read('format', guideFormat('Larks', {groups: ['LARK', 'WREN'], scores: {default: 200}})),
		read('format', guideFormat('Kites', {groups: ['KITE'], scores: {default: -5}})),
		read('profile', guideProfile('Lake', {formats: ['Larks', 'Kites'], minFormatScore: 3, cutoffFormatScore: 900})),
	];
	const changes = notable(planGuide(guideTargets(newer, keysOf(lakeKey)), links, local));
	t.deepEqual(
		changes.flatMap(each => fieldsOf(each).map(({field, of, after, isKept}) => [each.name, of ?? field, after, isKept])),
		[
			['Lake', 'minFormatScore', '3', true],
			['Lake', 'cutoffFormatScore', '900', false],
			['Lake', 'Larks', '200', false],
			['Lake', 'Kites', '-5', false],
			['Larks', 'conditions', '2 conditions: adds WREN', false],
		],
	);
	t.is(changes.find(({name}) => name === 'Kites')?.localId, null);
});

test('a score that the guide gives no more goes, unless people changed it', t => {
	const lessLoved = [larks, read('profile', guideProfile('Lake', {formats: []}))];
	const scoreOf = (profile: object) => {
		const {local, links} = applied({profile});
		return notable(planGuide(guideTargets(lessLoved, keysOf(lakeKey)), links, local)).flatMap(each =>
			fieldsOf(each).map(({of, before, after, isKept}) => [of, before, after, isKept]),
		);
	};
	t.deepEqual(scoreOf({}), [['Larks', '100', '0', false]]);
	t.deepEqual(scoreOf({formatScores: [{customFormatId: 'f', score: 1}]}), [['Larks', '1', '0', true]]);
});

test('a record of the same name is taken over as somebody made it', t => {
	const {local} = applied({format: {name: 'LARKS', conditions: []}});
	const changes = notable(planGuide(targets(), [], local));
	t.deepEqual(
		changes.map(each => [each.name, each.localId, isChange(each)]),
		[['LARKS', 'f', false]],
	);
});

test('what people deleted stays away until they say otherwise', t => {
	const {links} = applied();
	const changes = notable(planGuide(targets(), links, nothing));
	t.deepEqual(
		changes.map(each => [each.kind, each.isDeleted, isChange(each), isChange(each, true)]),
		[
			['profile', true, false, true],
			['format', true, false, true],
		],
	);
});

test('chosen items that the guide has no more are reported', t => {
	t.deepEqual(guideTargets([larks], keysOf(larksKey, lakeKey)).gone, [lakeKey]);
});
