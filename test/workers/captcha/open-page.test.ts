import type {ExecutionContext} from 'ava';
import test from 'ava';
import type {PageToOpen} from '#shared/jobs/captcha.ts';
import {sealPayload} from '#shared/jobs/sealed-payload.ts';
import {redisNow} from '#shared/redis.ts';
import {failedReply, fakeFlaresolverr} from '#test/helpers/fakes/fake-flaresolverr.ts';
import {lookupOf} from '#test/helpers/lookup-of.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {handleOpenPage} from '#workers/captcha/open-page.ts';
import type {PageVisit, VisitedPage} from '#workers/integrations/browser/page-visit.ts';
import {visitFailure} from '#workers/integrations/browser/visit-failure.ts';
import {createExternalSolver} from '#workers/integrations/external-solver.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';

const names = {'site.example': ['93.184.216.34'], 'proxy.example': ['93.184.216.35']};

function answer({url}: PageVisit, name = 'a'): VisitedPage {
	const cookie = {value: 'cookie-value', path: '/', expires: -1, httpOnly: false, secure: true, sameSite: null};
	const cookies = [
		{...cookie, name, domain: '.site.example'},
		{...cookie, name: 'third', domain: 'third-party.example'},
	];
	return {kind: 'none', url, userAgent: 'Browser/1', cookies, html: '<p>Page text</p>', screenshot: null, widgetToken: null};
}

async function withOpener(t: ExecutionContext) {
	const world = await withWorkerDeps(t);
	const visits: PageVisit[] = [];
	const script = {next: async (visit: PageVisit) => answer(visit)};
	const pageOpener: WorkerDeps['pageOpener'] = {
		...world.deps.pageOpener,
		open(visit) {
			visits.push(visit);
			return script.next(visit);
		},
	};
	const {http, settings} = world.deps;
	const externalSolver = createExternalSolver({http, address: () => settings.get('captcha.externalUrl'), lookup: lookupOf(names)});
	const deps: WorkerDeps = {...world.deps, pageOpener, externalSolver};
	const open = async (asked: Partial<PageToOpen> = {}) => {
		const whole: PageToOpen = {
			method: 'GET',
			url: 'https://site.example/page?key=query-secret',
			postData: null,
			cookies: [],
			proxy: null,
			session: null,
			solverKeyId: null,
			disableMedia: false,
			waitSeconds: 0,
			withScreenshot: false,
			withHtml: true,
			...asked,
		};
		const sealed = sealPayload({name: 'open-page'}, whole, deps.secrets);
		return handleOpenPage({sealed, deadline: (await redisNow(deps.producer)) + 20_000}, deps, world.run());
	};
	return {...world, deps, visits, script, open};
}

test('a page is handed over sealed, once, with the cookies of its host', async t => {
	const {open, deps} = await withOpener(t);
	const {pageId, failure} = await open();
	t.is(failure, null);
	t.notRegex((await deps.producer.get(`${deps.prefix}:opened-page:${pageId}`)) ?? '', /Page text|cookie-value|query-secret/);
	const page = await deps.pageCache.take(pageId ?? '');
	t.like(page, {html: '<p>Page text</p>', userAgent: 'Browser/1'});
	t.deepEqual(
		page?.cookies.map(({name}) => name),
		['a'],
	);
	t.is(await deps.pageCache.take(pageId ?? ''), null);
});

test('what was asked for is what the browser gets', async t => {
	const {open, visits} = await withOpener(t);
	await open({
		postData: 'a=b',
		cookies: [{name: 'x', value: 'y'}],
		proxy: {url: 'http://proxy.example:3128', username: 'user', password: 'p@ss'},
		disableMedia: true,
		waitSeconds: 2,
		withScreenshot: true,
	});
	t.like(visits[0], {postData: 'a=b', waitMs: 2000, withScreenshot: true, withHtml: true, withoutStyles: true, takesFailures: true});
	t.like(visits[0]?.proxy, {
		upstream: 'http://user:p%40ss@proxy.example:3128/',
		upstreamMayBePrivate: true,
		rules: {allowPrivate: false, allowedHost: null},
	});
	t.like(visits[0]?.cookies[0], {name: 'x', value: 'y', domain: 'site.example', path: '/', secure: true});
});

test('a failure is told by its code', async t => {
	const {open, script} = await withOpener(t);
	script.next = async () => {
		throw visitFailure('needs_person');
	};
	const outcome = await open();
	t.is(outcome.pageId, null);
	t.is(outcome.failure?.code, 'needs_person');
});

test('a session keeps its cookies between requests, and its proxy', async t => {
	const {open, deps, visits} = await withOpener(t);
	const proxy = {url: 'http://session.example:3128', username: null, password: null};
	await deps.solverSessions.of(null).create({name: 'one', createdAt: new Date().toISOString(), proxy, cookies: []});
	await open({session: 'one'});
	await open({session: 'one', cookies: [{name: 'b', value: '2'}]});
	t.deepEqual(
		visits[1]?.cookies.map(({name}) => name),
		['a', 'third', 'b'],
	);
	t.is(visits[1]?.proxy.upstream, 'http://session.example:3128/');
});

test('a session serves one request at a time', async t => {
	const {open, deps, script, visits} = await withOpener(t);
	await deps.settings.set('captcha.parallelSolves', 4, new Date());
	await deps.solverSessions.of(null).create({name: 'one', createdAt: new Date().toISOString(), proxy: null, cookies: []});
	let now = 0;
	let max = 0;
	script.next = async visit => {
		now += 1;
		max = Math.max(max, now);
		await new Promise(resolve => setTimeout(resolve, 50));
		now -= 1;
		return answer(visit, `cookie-${visits.length}`);
	};
	await Promise.all([open({session: 'one'}), open({session: 'one'}), open({session: 'one'})]);
	t.is(max, 1);
	t.deepEqual(
		visits.map(({cookies}) => cookies[0]?.name),
		[undefined, 'cookie-1', 'cookie-2'],
	);
});

test('a session that is destroyed during a request stays so', async t => {
	const {open, deps, script} = await withOpener(t);
	await deps.solverSessions.of(null).create({name: 'one', createdAt: new Date().toISOString(), proxy: null, cookies: []});
	script.next = async visit => {
		await deps.solverSessions.of(null).destroy('one');
		return answer(visit);
	};
	t.not((await open({session: 'one'})).pageId, null);
	t.is(await deps.solverSessions.of(null).find('one'), null);
	t.deepEqual(await deps.solverSessions.of(null).names(), []);
});

test('an external solver gets the form, the cookies and the wait', async t => {
	const {open, deps} = await withOpener(t);
	const fake = await fakeFlaresolverr(t);
	await deps.settings.set('captcha.externalUrl', fake.url, new Date());
	const {pageId} = await open({method: 'POST', postData: 'a=b', cookies: [{name: 'x', value: 'y'}], waitSeconds: 2, disableMedia: true});
	t.like(fake.asked[0], {
		cmd: 'request.post',
		postData: 'a=b',
		cookies: [{name: 'x', value: 'y', domain: 'site.example', path: '/'}],
		waitInSeconds: 2,
		disableMedia: true,
	});
	t.regex((await deps.pageCache.take(pageId ?? ''))?.html ?? '', /Inside/);
});

test('what an external solver quotes of a proxy, a cookie or its own address is not told', async t => {
	const {open, deps} = await withOpener(t);
	const fake = await fakeFlaresolverr(t);
	fake.answer = asked => failedReply(`Error: cannot open ${JSON.stringify(asked)} ${'x'.repeat(60)}`);
	await deps.settings.set('captcha.externalUrl', fake.url.replace('://', '://me:own-secret@'), new Date());
	const proxy = {url: 'http://proxy.example:3128', username: 'customer-7', password: 'proxy-secret'};
	const {failure} = await open({proxy, cookies: [{name: 'x', value: 'cookie-secret'}]});
	t.is(failure?.code, 'external_solver_failed');
	t.regex(failure?.message ?? '', /cannot open/);
	t.notRegex(failure?.message ?? '', /secret|customer/);
});
