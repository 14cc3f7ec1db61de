import test from 'ava';
import {type Capabilities, historicCapabilities, type SearchMode} from '#shared/domain/indexers/capabilities.ts';
import type {SearchCriteria, SeriesToFind} from '#shared/domain/indexers/search-criteria.ts';
import {movieSearch} from '#test/helpers/indexer-fixtures.ts';
import {buildQueries, buildRecentQueries} from '#workers/integrations/indexers/newznab/build-query.ts';

const settings = {url: 'http://site.test/', apiPath: '/api', apiKey: 'k', categories: [2000, 5000]};
const series: SeriesToFind = {
	title: "Keeper's Salt & Clock: Part",
	titles: [],
	year: 2020,
	tvMetaId: 55,
	metaId: 66,
	imdbId: 'tt0077',
};
const limits = {categories: null, limit: 100};

function mode(params: string, engine = 'sphinx', takesSeveralIds = false): SearchMode {
	return {params: params.split(','), engine, takesSeveralIds};
}

function caps(overrides: Partial<Capabilities>): Capabilities {
	return {...historicCapabilities, ...overrides};
}

/** The terms of each tier, without what all requests have in common. */
function terms(criteria: SearchCriteria, capabilities: Capabilities, more = {}): string[][] {
	return buildQueries(criteria, {...settings, ...more}, capabilities).map(tier =>
		tier.map(address => address.replace('http://site.test/api?t=', '').replace(/&cat=[\d,]*&extended=1&apikey=k/, '')),
	);
}

const cases: {title: string; criteria: SearchCriteria; capabilities: Capabilities; expected: string[][]}[] = [
	{
		title: 'a movie by the most trusted id, then by words',
		criteria: movieSearch({imdbId: 'tt0077', metaId: 66}),
		capabilities: caps({movieSearch: mode('q,imdbid,tmdbid')}),
		expected: [['movie&tmdbid=66'], ['search&q=Lantern%20Tide%202019']],
	},
	{
		title: 'a movie by several ids where the site says so',
		criteria: movieSearch({imdbId: 'tt0077', metaId: 66}),
		capabilities: caps({movieSearch: mode('q,imdbid,tmdbid', 'sphinx', true)}),
		expected: [['movie&tmdbid=66&imdbid=0077'], ['search&q=Lantern%20Tide%202019']],
	},
	{
		title: 'a movie by the year of its first release, too',
		criteria: movieSearch({titles: [], year: 2025, earlierYear: 2020}),
		capabilities: caps({movieSearch: null}),
		expected: [['search&q=Lantern%20Tide%202025', 'search&q=Lantern%20Tide%202020']],
	},
	{
		title: 'a movie by each of its titles, punctuation only for a raw engine',
		criteria: movieSearch({title: 'Lantern & Tide: One', titles: ['Höhe+1'], year: null}),
		capabilities: caps({movieSearch: null, search: mode('q', 'raw')}),
		expected: [['search&q=Lantern%20%26%20Tide%3A%20One', 'search&q=H%C3%B6he%201']],
	},
	{
		title: 'an episode by id and number, then by title and number',
		criteria: {kind: 'episode', series, season: 2, episode: 3, ...limits},
		capabilities: caps({tvSearch: mode('q,tvdbid,imdbid,season,ep')}),
		expected: [
			['tvsearch&tvdbid=55&season=2&ep=3'],
			['tvsearch&q=Keepers%20Salt%20and%20Clock%20Part&season=2&ep=3'],
			['tvsearch&q=Keeper%20s%20Salt%20and%20Clock%20Part&season=2&ep=3'],
		],
	},
	{
		title: 'an episode by the title parameter',
		criteria: {kind: 'episode', series, season: 2, episode: 3, ...limits},
		capabilities: caps({tvSearch: mode('q,title,season,ep')}),
		expected: [["tvsearch&title=Keeper's%20Salt%20%26%20Clock%3A%20Part&season=2&ep=3"]],
	},
	{
		title: 'an episode by words where numbers are not taken',
		criteria: {kind: 'episode', series, season: 2, episode: 3, ...limits},
		capabilities: caps({tvSearch: mode('q,tvdbid')}),
		expected: [['search&q=Keepers%20Salt%20and%20Clock%20Part%20S02E03'], ['search&q=Keeper%20s%20Salt%20and%20Clock%20Part%20S02E03']],
	},
	{
		title: 'a season without an episode, season 0 in two digits',
		criteria: {kind: 'season', series, season: 0, ...limits},
		capabilities: caps({tvSearch: mode('q,tvdbid,season,ep')}),
		expected: [
			['tvsearch&tvdbid=55&season=00'],
			['tvsearch&q=Keepers%20Salt%20and%20Clock%20Part&season=00'],
			['tvsearch&q=Keeper%20s%20Salt%20and%20Clock%20Part&season=00'],
		],
	},
	{
		title: 'a daily show by year and day',
		criteria: {kind: 'daily', series, airDate: '2026-01-09', ...limits},
		capabilities: caps({tvSearch: mode('q,tvdbid,season,ep'), search: null}),
		expected: [
			['tvsearch&tvdbid=55&season=2026&ep=01/09'],
			['tvsearch&q=Keepers%20Salt%20and%20Clock%20Part&season=2026&ep=01/09'],
			['tvsearch&q=Keeper%20s%20Salt%20and%20Clock%20Part&season=2026&ep=01/09'],
		],
	},
	{
		title: 'a whole series by id alone',
		criteria: {kind: 'series', series, ...limits},
		capabilities: caps({tvSearch: null}),
		expected: [['search&q=Keepers%20Salt%20and%20Clock%20Part'], ['search&q=Keeper%20s%20Salt%20and%20Clock%20Part']],
	},
	{
		title: 'anime by its absolute number inside the query',
		criteria: {kind: 'anime', series, absoluteEpisode: 7, season: 2, episode: 3, ...limits},
		capabilities: caps({tvSearch: mode('q,tvdbid,season,ep')}),
		expected: [
			['tvsearch&tvdbid=55&q=07'],
			['search&q=Keepers%20Salt%20and%20Clock%20Part+07'],
			['search&q=Keeper%20s%20Salt%20and%20Clock%20Part+07'],
		],
	},
	{
		title: 'words with the dots of a release name as blanks',
		criteria: {kind: 'text', query: 'Salt.and_Clock.2019.1080p', media: null, ...limits},
		capabilities: historicCapabilities,
		expected: [['search&q=Salt%20and%20Clock%202019%201080p']],
	},
	{
		title: 'words as they are',
		criteria: {kind: 'text', query: 'salt  clock', media: null, ...limits},
		capabilities: historicCapabilities,
		expected: [['search&q=salt%20clock']],
	},
	{
		title: 'nothing where nothing is offered',
		criteria: {kind: 'text', query: 'salt', media: null, ...limits},
		capabilities: caps({search: null}),
		expected: [],
	},
];

for (const {title, criteria, capabilities, expected} of cases) {
	test(`asks for ${title}`, t => {
		t.deepEqual(terms(criteria, capabilities), expected);
	});
}

test('each medium is asked for in its own categories, anime in its own, or where the caller says', t => {
	const category = (criteria: SearchCriteria, more = {}) =>
		/cat=([\d,]*)/.exec(buildQueries(criteria, {...settings, ...more}, historicCapabilities)[0]?.[0] ?? '')?.[1];
	t.is(category(movieSearch()), '2000');
	t.is(category({kind: 'series', series, ...limits}), '5000');
	t.is(category({kind: 'anime', series, absoluteEpisode: 7, season: 2, episode: 3, ...limits}), '5070');
	t.is(category(movieSearch({categories: [2045, 2045]})), '2045');
	t.is(category(movieSearch(), {categories: [5000]}), undefined);
});

test('the recent feed is one call where one mode covers all', t => {
	const recent = (categories: number[], capabilities = historicCapabilities) =>
		buildRecentQueries({...settings, categories}, capabilities).map(address =>
			address.replace('http://site.test/api?', '').replace('&extended=1&apikey=k', ''),
		);
	t.deepEqual(recent([5000, 5070]), ['t=tvsearch&cat=5000,5070']);
	t.deepEqual(recent([2000]), ['t=movie&cat=2000']);
	t.deepEqual(recent([2000, 5000]), ['t=search&cat=2000,5000']);
	t.deepEqual(recent([5000], caps({tvSearch: null})), ['t=search&cat=5000']);
	t.deepEqual(recent([2000, 5000], caps({search: null})), ['t=tvsearch&cat=2000,5000', 't=movie&cat=2000,5000']);
	t.deepEqual(recent([]), []);
});

test('an address with parameters of its own keeps them', t => {
	const [[address] = []] = buildQueries(
		movieSearch(),
		{...settings, url: 'http://site.test/sub/?user=7', apiPath: 'api/'},
		historicCapabilities,
	);
	t.true(address?.startsWith('http://site.test/sub/api?user=7&t=search&'));
});

test('additional parameters go along before the key, in searches and feeds', t => {
	const more = {...settings, additionalParameters: '&dl=1'};
	const [[address = ''] = []] = buildQueries(movieSearch({imdbId: 'tt0077', metaId: null}), more, caps({movieSearch: mode('q,imdbid')}));
	t.is(address, 'http://site.test/api?t=movie&cat=2000&extended=1&dl=1&apikey=k&imdbid=0077');
	t.true(buildRecentQueries(more, historicCapabilities).every(each => each.includes('&extended=1&dl=1&apikey=k')));
});
