import test from 'ava';
import {type AutoTagCondition, type AutoTagRule, isAutoTagged, ruleTagsOf, type TitleToTag} from '#shared/domain/media/auto-tags.ts';

const film: TitleToTag = {
	genres: ['Drama', 'Comédie'],
	rootFolderPath: '/media/films/new',
	libraryId: 'library-1',
	qualityProfileId: 'profile-1',
	year: 1999,
	runtime: 90,
	originalLanguage: 'de',
	monitored: true,
	ownTags: ['kids'],
	keywords: ['based on novel or book', 'Heist'],
	studios: ['Tide Pictures'],
	originalCountries: ['KR', 'JP'],
};
const show: TitleToTag = {...film, status: 'ended', type: 'anime', network: 'Channel Nine'};

const condition = (kind: AutoTagCondition['kind'], value: AutoTagCondition['value'], overrides = {}): AutoTagCondition => ({
	kind,
	value,
	negate: false,
	required: false,
	...overrides,
});

test('each kind of condition looks at its field', t => {
	const met: AutoTagCondition[] = [
		condition('genre', 'comedie'),
		condition('rootFolder', '/media/films'),
		condition('library', 'library-1'),
		condition('qualityProfile', 'profile-1'),
		condition('year', {min: 1999, max: 1999}),
		condition('year', {min: null, max: 2000}),
		condition('runtime', {min: 60, max: null}),
		condition('originalLanguage', 'DE'),
		condition('monitored', true),
		condition('tag', 'Kids'),
		condition('status', 'ended'),
		condition('type', 'anime'),
		condition('network', 'channel nine'),
		condition('keyword', 'heist'),
		condition('studio', 'tide pictures'),
		condition('originalCountry', 'jp'),
	];
	const unmet: AutoTagCondition[] = [
		condition('genre', 'War'),
		condition('rootFolder', '/media/film'),
		condition('library', 'library-2'),
		condition('year', {min: 2000, max: null}),
		condition('runtime', {min: null, max: 89}),
		condition('monitored', false),
		condition('tag', 'ids'),
		condition('tag', '…'),
		condition('status', 'continuing'),
		condition('keyword', 'book'),
		condition('studio', 'Tide'),
		condition('originalCountry', 'US'),
	];
	for (const each of met) {
		t.true(isAutoTagged({conditions: [each]}, show), JSON.stringify(each));
		t.false(isAutoTagged({conditions: [{...each, negate: true}]}, show), JSON.stringify(each));
	}
	for (const each of unmet) {
		t.false(isAutoTagged({conditions: [each]}, show), JSON.stringify(each));
	}
	t.false(isAutoTagged({conditions: [condition('status', 'ended')]}, film), 'a film has no status');
	const {keywords: _, ...older} = film;
	t.false(isAutoTagged({conditions: [condition('keyword', 'heist')]}, older), 'nobody has read its keywords yet');
	t.false(isAutoTagged({conditions: [condition('year', {min: null, max: null})]}, {...film, year: null}));
});

test('one condition of each kind must be met, and every required one', t => {
	const rows: [AutoTagCondition[], boolean][] = [
		[[], false],
		[[condition('genre', 'War'), condition('genre', 'Drama')], true],
		[[condition('genre', 'War', {required: true}), condition('genre', 'Drama')], false],
		[[condition('genre', 'Drama'), condition('year', {min: 2000, max: null})], false],
		[[condition('genre', 'Drama'), condition('year', {min: 1990, max: null}), condition('tag', 'x', {negate: true})], true],
	];
	for (const [conditions, expected] of rows) {
		t.is(isAutoTagged({conditions}, film), expected, JSON.stringify(conditions));
	}
});

test('rules that are on give their tags together, and never feed each other', t => {
	const rule = (tags: string[], conditions: AutoTagCondition[], enabled = true): AutoTagRule => ({
		id: 'r',
		name: 'r',
		enabled,
		conditions,
		tags,
	});
	const rules = [
		rule(['old', 'drama'], [condition('year', {min: null, max: 2000})]),
		rule(['drama', 'a'], [condition('genre', 'Drama')]),
		rule(['off'], [condition('genre', 'Drama')], false),
		rule(['fed'], [condition('tag', 'old')]),
	];
	t.deepEqual(ruleTagsOf(rules, film), ['a', 'drama', 'old']);
	t.deepEqual(ruleTagsOf(rules.toReversed(), film), ['a', 'drama', 'old'], 'their order does not matter');
});
