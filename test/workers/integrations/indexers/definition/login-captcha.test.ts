import test, {type ExecutionContext} from 'ava';
import {captchaSite} from '#test/helpers/captcha-site.ts';
import {account, privateSite, siteDefinition} from '#test/helpers/fakes/private-site.ts';
import {indexerDeps, indexerSettings} from '#test/helpers/indexer-fixtures.ts';
import {siteDeps} from '#test/helpers/site-deps.ts';
import {openIndexer} from '#workers/integrations/indexers/open-indexer.ts';

const {signal} = new AbortController();

async function withCaptcha(t: ExecutionContext) {
	const made = await captchaSite(t);
	const sites = await siteDeps(t, {meadow: made.definition});
	const {url} = made.site;
	let now = new Date('2026-03-01T12:00:00Z');
	const deps = indexerDeps(t, {sites, now: () => now});
	const open = (settings: Record<string, string> = account, id = 'indexer-1') => {
		const {showCaptcha, answerCaptcha, ...indexer} = openIndexer(
			indexerSettings({id, kind: 'definition', url, definition: 'meadow', settings}),
			deps,
		);
		return {...indexer, showCaptcha: showCaptcha!, answerCaptcha: answerCaptcha!}; // a definition has both
	};
	const later = (minutes: number) => {
		now = new Date(now.getTime() + minutes * 60_000);
	};
	return {...made, captchas: sites.captchas, open, later};
}

test('a login that nobody looks at keeps the picture for a person, and leaves the site alone meanwhile', async t => {
	const {site, open, captchas, later, picture} = await withCaptcha(t);
	await t.throwsAsync(open().recent(signal), {code: 'captcha_needed', message: /only a person.*The list of indexers shows it/});
	t.deepEqual(site.paths(), ['/enter', '/word.png']);
	const kept = await captchas.find('indexer-1');
	t.like(kept, {picture: picture.toString('base64'), question: null, input: 'word', expiresAt: '2026-03-01T12:15:00.000Z'});
	t.deepEqual(await captchas.needing(['indexer-1', 'other']), ['indexer-1']);
	later(4);
	await t.throwsAsync(open().test(signal), {code: 'captcha_needed'});
	t.is(site.paths().length, 2, 'one picture a step of the back-off');
	await t.throwsAsync(open({...account, username: 'else'}).recent(signal), {code: 'captcha_needed'});
	t.is(site.paths().length, 4, 'other credentials are another login');
});

test('the answer ends the login that the picture belongs to, and the session is everybody’s', async t => {
	const {site, open, captchas, answer} = await withCaptcha(t);
	await t.throwsAsync(open().recent(signal), {code: 'captcha_needed'});
	site.heard.length = 0;
	await open().answerCaptcha(answer(), signal);
	t.deepEqual(site.paths(), ['/take']);
	t.is(site.heard[0]?.form.get('token'), 't1');
	t.is((await open().recent(signal)).length, 1);
	t.is(await captchas.find('indexer-1'), null);
	t.deepEqual(await captchas.needing(['indexer-1']), []);
});

test('each picture is answered once, and a wrong answer is paused as a wrong password is', async t => {
	const {site, open, captchas, answer, later} = await withCaptcha(t);
	t.false(await open().showCaptcha(signal));
	await t.throwsAsync(open().answerCaptcha('wrong', signal), {code: 'authentication_failed', message: /The word is wrong/});
	await t.throwsAsync(open().answerCaptcha(answer(), signal), {
		code: 'authentication_failed',
		message: /not tried again before 2026-03-01T12:05/,
	});
	site.heard.length = 0;
	await t.throwsAsync(open().showCaptcha(signal), {message: /not tried again before/});
	t.deepEqual(site.paths(), []);
	later(6);
	await t.throwsAsync(open().answerCaptcha(answer(), signal), {code: 'captcha_gone'});
	t.false(await open().showCaptcha(signal));
	t.deepEqual(site.paths(), ['/enter', '/word.png']);
	await open().answerCaptcha(answer(), signal);
	t.deepEqual(await captchas.needing(['indexer-1']), []);
});

test('of two answers at once one is sent', async t => {
	const {site, open, answer} = await withCaptcha(t);
	await open().showCaptcha(signal);
	site.heard.length = 0;
	await Promise.allSettled([1, 2, 3].map(() => open().answerCaptcha(answer(), signal)));
	t.is(site.paths().filter(path => path === '/take').length, 1);
});

test('a person need not wait for another picture, and may find that none is needed any more', async t => {
	const {open, captchas, site, asksNobody} = await withCaptcha(t);
	await t.throwsAsync(open().recent(signal), {code: 'captcha_needed'});
	const first = await captchas.find('indexer-1');
	t.false(await open().showCaptcha(signal));
	t.notDeepEqual((await captchas.find('indexer-1'))?.page, first?.page);
	asksNobody();
	t.true(await open().showCaptcha(signal));
	t.deepEqual(await captchas.needing(['indexer-1']), []);
	site.heard.length = 0;
	await open().recent(signal);
	t.deepEqual(site.paths(), ['/list']);
});

test('what is no picture, or a large one, is kept for nobody', async t => {
	const made = await withCaptcha(t);
	const {site, open, captchas} = made;
	const usual = site.answer;
	site.answer = (heard, response) =>
		heard.path === '/word.png' ? Boolean(response.end('<svg onload="alert(1)"/>')) : usual(heard, response);
	await t.throwsAsync(open().showCaptcha(signal), {code: 'site_failed', message: /no picture/});
	site.answer = (heard, response) =>
		heard.path === '/word.png' ? Boolean(response.end(Buffer.concat([made.picture, Buffer.alloc(300 * 1024)]))) : usual(heard, response);
	await t.throwsAsync(open().showCaptcha(signal));
	t.is(await captchas.find('indexer-1'), null);
});

test('settings that are not stored have no place for a picture', async t => {
	const {site, open, captchas} = await withCaptcha(t);
	await t.throwsAsync(open(account, '').test(signal), {code: 'captcha_needed', message: /Add the indexer/});
	t.deepEqual(site.paths(), ['/enter']);
	t.is(await captchas.find(''), null);
	await t.throwsAsync(open(account).test(signal), {code: 'captcha_needed'});
	t.truthy(await captchas.find('indexer-1'), 'once they are stored it is shown at once');
});

test('a picture that stands in the page is not asked for', async t => {
	const {site, open, captchas} = await withCaptcha(t);
	const usual = site.answer;
	site.answer = (heard, response) =>
		heard.path === '/enter'
			? Boolean(response.end('<form id="in" action="/take"><img class="word" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></form>'))
			: usual(heard, response);
	t.false(await open().showCaptcha(signal));
	t.is((await captchas.find('indexer-1'))?.picture, 'R0lGODlhAQABAAAAACw=');
	t.deepEqual(site.paths(), ['/enter']);
});

test('a code of a second device is sent once, and then asked for', async t => {
	const {site, sites, open} = await withCode(t);
	const entered = {...account, '2facode': '111111'};
	site.codes.push('111111');
	t.is((await open(entered, '').recent(signal)).length, 1, 'a test before it is stored');
	t.is((await open(entered).recent(signal)).length, 1);
	t.is(site.logins(), 1, 'the session of the test is used');
	site.forgetAll();
	await t.throwsAsync(open(entered).recent(signal), {code: 'captcha_needed', message: /new code from your second device/});
	await t.throwsAsync(open(entered).recent(signal), {code: 'captcha_needed'});
	t.is(site.logins(), 1, 'the code that is used up is not sent again');
	t.like(await sites.captchas.find('indexer-1'), {page: null, input: '2facode', picture: null});
	site.codes.push('222222');
	await open(entered).answerCaptcha('222222', signal);
	t.is((await open(entered).recent(signal)).length, 1);
	t.is(site.logins(), 2);
	t.deepEqual(await sites.captchas.needing(['indexer-1']), []);
	site.forgetAll();
	await t.throwsAsync(open(entered).recent(signal), {code: 'captcha_needed'});
	t.false(await open(entered).showCaptcha(signal));
	await t.throwsAsync(open(entered).answerCaptcha('333333', signal), {code: 'authentication_failed', message: /The code is wrong/});
	site.codes.push('444444');
	t.is((await open({...account, '2facode': '444444'}).recent(signal)).length, 1, 'a code that was entered in the settings');
});

async function withCode(t: ExecutionContext) {
	const site = await privateSite(t);
	const codes: string[] = [];
	const members = new Set<string>();
	const deps = indexerDeps(t, {
		sites: await siteDeps(t, {
			meadow: siteDefinition(site.url, {
				settings: '  - {name: username, type: text}\n  - {name: password, type: password}\n  - {name: 2facode, type: text}',
				login: `login: {method: post, path: in, inputs: {p: "{{ .Config.password }}", code: "{{ .Config.2facode }}"}, error: [{selector: p.alert}], test: {path: index, selector: a.bye}}`,
			}),
		}),
	});
	site.answer = ({path, form, headers}, response) => {
		response.setHeader('content-type', 'text/html');
		if (path === '/in') {
			const place = codes.indexOf(form.get('code') ?? '');
			const isRight = place >= 0 && codes.splice(place, 1).length === 1;
			members.add(isRight ? `m${form.get('code')}` : 'nobody');
			response.setHeader('set-cookie', isRight ? `known=m${form.get('code')}; Path=/` : []);
			response.end(isRight ? '<a class="bye"></a>' : '<p class="alert">The code is wrong</p>');
			return true;
		}
		const isMember = [...members].some(member => headers.cookie?.includes(`known=${member}`));
		const row =
			'<a class="bye"></a><table><tr class="one"><td><a class="t">Lantern Tide</a><a class="get" href="/f">x</a></td></tr></table>';
		response.end(isMember ? row : '<p>Log in</p>');
		return true;
	};
	const open = (settings: Record<string, string>, id = 'indexer-1') => {
		const {answerCaptcha, showCaptcha, ...indexer} = openIndexer(
			indexerSettings({id, kind: 'definition', url: site.url, definition: 'meadow', settings}),
			deps,
		);
		return {...indexer, answerCaptcha: answerCaptcha!, showCaptcha: showCaptcha!}; // a definition has both
	};
	return {
		open,
		sites: deps.sites,
		site: {...site, codes, forgetAll: () => members.clear(), logins: () => site.paths().filter(path => path === '/in').length},
	};
}
