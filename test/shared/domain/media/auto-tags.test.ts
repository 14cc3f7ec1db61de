import test from 'ava';
import {
	type AutoTagCondition,
	type AutoTagRule,
	isAutoTagged,
	readConditions,
	readRule,
	readTitle,
	ruleTagsOf,
	type TitleToTag,
} from '#shared/domain/media/auto-tags.ts';
import {processorMs} from '#test/helpers/processor-ms.ts';

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

const isTagged = (conditions: AutoTagCondition[], title: TitleToTag) => isAutoTagged(readConditions(conditions), readTitle(title));

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
		t.true(isTagged([each], show), JSON.stringify(each));
		t.false(isTagged([{...each, negate: true}], show), JSON.stringify(each));
	}
	for (const each of unmet) {
		t.false(isTagged([each], show), JSON.stringify(each));
	}
	t.false(isTagged([condition('status', 'ended')], film), 'a film has no status');
	const {keywords: _, ...older} = film;
	t.false(isTagged([condition('keyword', 'heist')], older), 'nobody has read its keywords yet');
	t.false(isTagged([condition('year', {min: null, max: null})], {...film, year: null}));
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
		t.is(isTagged(conditions, film), expected, JSON.stringify(conditions));
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
	t.deepEqual(ruleTagsOf(rules.map(readRule), film), ['a', 'drama', 'old']);
	t.deepEqual(ruleTagsOf(rules.toReversed().map(readRule), film), ['a', 'drama', 'old'], 'their order does not matter');
});

test('fifty thousand conditions are compared with a title in milliseconds', async t => {
	const rules = Array.from({length: 500}, (_, rule) => ({
		id: `${rule}`,
		name: 'r',
		enabled: true,
		conditions: Array.from({length: 100}, (_each, index) => condition('keyword', `kéyword ${rule} ${index}`)),
		tags: [`${rule}`],
	})).map(readRule);
	const keywords = Array.from({length: 30}, (_, index) => `keyword 7 ${index}`);
	const used = await processorMs(() => {
		for (let title = 0; title < 20; title += 1) {
			t.deepEqual(ruleTagsOf(rules, {...film, keywords}), ['7']);
		}
	});
	t.true(used < 5000, `${used} ms`);
});
