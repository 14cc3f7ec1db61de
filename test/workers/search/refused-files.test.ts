import test, {type ExecutionContext} from 'ava';
import type {GrabRelease} from '#shared/jobs/grab.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {type FakeAnswer, type FakeItem, fakeIndexer} from '#test/helpers/fake-indexer.ts';
import {torrentItem, torrentLine} from '#test/helpers/grab-line.ts';
import {handleGrabRelease} from '#workers/grab/grab-release.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {reportingGrabs} from '#workers/search/grab-offer.ts';
import {handleSearchMovie} from '#workers/search/search-movie.ts';

const noFile = {magnetUrl: undefined, infoHash: undefined} as unknown as Partial<FakeItem>;
/** Releases of a film whose files are at the site, more than are tried. */
const filed = Array.from({length: 12}, (_, index) => ({...torrentItem(`file-${index}`, 'ab', `GROUP${index}`), ...noFile}));

interface Case {
	title: string;
	answer: FakeAnswer;
	/** What a person reads of it. */
	words: RegExp;
	status: 'rate_limited' | 'error';
	/** Seconds. */
	restsFor: number;
}

const page = (text: string) =>
	`<!DOCTYPE html><html><head><title>Brook &amp; Stone</title><script>var limit = "rate limit";</script></head><body><nav>Home</nav><p>${text}</p></body></html>`;

const cases: Case[] = [
	{
		title: 'JSON with status 200',
		answer: {body: '{"status":"failure","error":"rate limiting hit on downloading","response":[]}'},
		words: /rate limiting hit on downloading/,
		status: 'rate_limited',
		restsFor: 3600,
	},
	{
		title: 'a text with status 400',
		answer: {status: 400, body: 'Grab limit reached for today'},
		words: /Grab limit reached for today/,
		status: 'rate_limited',
		restsFor: 3600,
	},
	{
		title: '503 with Retry-After',
		answer: {status: 503, headers: {'Retry-After': '7200'}, body: 'download limit'},
		words: /503.*download limit/,
		status: 'rate_limited',
		restsFor: 7200,
	},
	{
		title: '429 with words',
		answer: {status: 429, headers: {'Retry-After': '1800'}, body: '{"message":"Five files an hour"}'},
		words: /Five files an hour/,
		status: 'rate_limited',
		restsFor: 1800,
	},
	{
		title: 'a page about a limit',
		answer: {body: page('You have used up your daily downloads. Maximum of 25 downloads exceeded.')},
		words: /Maximum of 25 downloads exceeded/,
		status: 'rate_limited',
		restsFor: 3600,
	},
	{
		title: 'any other page',
		answer: {body: page('Please confirm that you are not a robot')},
		words: /Brook & Stone.*confirm that you are not a robot/,
		status: 'error',
		restsFor: 300,
	},
	{
		title: '403 with words',
		answer: {status: 403, body: page('Your ratio is too low')},
		words: /403.*Your ratio is too low/,
		status: 'error',
		restsFor: 300,
	},
	{title: 'a broken server', answer: {status: 500, body: 'oops'}, words: /500.*oops/, status: 'error', restsFor: 300},
	{title: 'an empty answer', answer: {body: ''}, words: /nothing/, status: 'error', restsFor: 300},
];

const isFile = (url: URL) => url.pathname.startsWith('/download/');

async function searchOnce(t: ExecutionContext, answer: FakeAnswer | ((url: URL) => FakeAnswer | null), releases = filed) {
	const made = await torrentLine(t, releases);
	const line = {...made, run: () => ({...made.run(), signal: AbortSignal.timeout(600_000)})};
	const answerOf = typeof answer === 'function' ? answer : () => answer;
	line.site.answer = url => (isFile(url) ? answerOf(url) : null);
	const other = await fakeIndexer(t, {items: [torrentItem('elsewhere', 'cd', 'ELSEWHERE')]});
	await line.deps.indexers.add(buildIndexer({name: 'Second site', url: other.url, priority: 50, categories: [2000]}), new Date());
	const ask = async (_job: unknown, request: GrabRelease) => handleGrabRelease(request, line.deps, line.run());
	const deps: WorkerDeps = {...line.deps, jobs: {...line.deps.jobs, ask: ask as unknown as WorkerDeps['jobs']['ask']}};
	const {run, attempts} = reportingGrabs(line.run());
	await handleSearchMovie({movieId: line.movie.id, reason: 'missing'}, deps, run);
	return {...line, deps, attempts, files: () => line.site.requests.filter(isFile).length};
}

for (const {title, answer, words, status, restsFor} of cases) {
	test(`a site that answers with ${title} is asked for one file, then no more, and its words are shown`, async t => {
		const {deps, indexer, files, qbittorrent} = await searchOnce(t, answer);
		t.is(files(), 1);
		// The release of another site is taken instead.
		t.deepEqual(
			qbittorrent.torrents.map(({hash}) => hash),
			['cd'.repeat(20)],
		);
		const health = await deps.indexers.get(indexer.id);
		t.is(health.status, status);
		t.regex(health.lastError ?? '', words);
		const restMs = Number(health.disabledUntil) - Date.now();
		t.true(Math.abs(restMs - restsFor * 1000) < 120_000, `rests for ${restMs} ms`);
	});
}

const behind = (site: string) => ({attributes: {hydraIndexerName: site}});

for (const {title, answer, says} of [
	{title: 'a limit', answer: {status: 429, headers: {'Retry-After': '3600'}}, says: /Alder through .* asked us to wait/},
	{title: 'a page', answer: {body: page('Please confirm that you are not a robot')}, says: /Alder through .* refused a file/},
]) {
	test(`${title} of one site behind an indexer of many rests only that site`, async t => {
		const limited = filed.slice(0, 2).map(item => ({...item, ...behind('Alder')}));
		const other = {...torrentItem('file-2', 'ef', 'GROUP2'), ...behind('Birch'), seeders: 9};
		const line = await searchOnce(t, answer, [...limited, other]);
		t.deepEqual(
			line.qbittorrent.torrents.map(({hash}) => hash),
			['ef'.repeat(20)],
		);
		t.like(await line.deps.indexers.get(line.indexer.id), {status: 'ok', disabledUntil: null});
		t.is(line.files(), 1);
		await t.throwsAsync(handleGrabRelease(line.request('file-1'), line.deps, line.run()), {code: 'rate_limited', message: says});
		t.is(line.files(), 1);
	});
}

test('a person may ask a site for a file that refused another one, but not one that asked for rest', async t => {
	const request = (line: Awaited<ReturnType<typeof searchOnce>>) => ({...line.request('file-11'), byPerson: true});
	const refusing = await searchOnce(t, {status: 403});
	await t.throwsAsync(handleGrabRelease(request(refusing), refusing.deps, refusing.run()), {code: 'authentication_failed'});
	t.is(refusing.files(), 2);
	const limited = await searchOnce(t, {status: 429, headers: {'Retry-After': '3600'}});
	await t.throwsAsync(handleGrabRelease(request(limited), limited.deps, limited.run()), {code: 'rate_limited'});
	t.is(limited.files(), 1);
});

for (const {title, answer} of [
	{title: 'a page that says that one release is gone', answer: {body: page('Torrent not found')}},
	{title: 'a 404', answer: {status: 404}},
	{title: 'a torrent that is cut off', answer: {body: 'd8:announce3:ab'}},
]) {
	test(`${title} says nothing about the site`, async t => {
		const {deps, indexer, files} = await searchOnce(t, answer, filed.slice(0, 2));
		t.is(files(), 2);
		t.like(await deps.indexers.get(indexer.id), {status: 'ok', disabledUntil: null});
	});
}
