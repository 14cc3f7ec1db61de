import test, {type ExecutionContext} from 'ava';
import {fakeFlaresolverr, solvedReply} from '#test/helpers/fakes/fake-flaresolverr.ts';
import {lookupOf} from '#test/helpers/lookup-of.ts';
import {longSignal, patienceMs} from '#test/helpers/until.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {plainVisit} from '#workers/captcha/open-with-slot.ts';
import type {ProxyOptions} from '#workers/integrations/browser/guarded-proxy.ts';
import {createExternalSolver} from '#workers/integrations/external-solver.ts';

const names = {
	'site.example': ['93.184.216.34'],
	'intranet.example': ['10.0.0.7'],
	'mixed.example': ['93.184.216.34', '192.168.1.1'],
	'six.example': ['fd00::1'],
	'proxy.example': ['10.0.0.8'],
};

async function withExternal(t: ExecutionContext) {
	const fake = await fakeFlaresolverr(t);
	const solver = createExternalSolver({http: withHttp(t), address: () => fake.url, lookup: lookupOf(names)});
	const open = (url: string, proxy: Partial<ProxyOptions> = {}) => {
		const rules = {allowPrivate: false, allowedHost: null};
		const visit = plainVisit(url, {rules, upstream: null, upstreamMayBePrivate: false, ...proxy});
		return solver.open(visit, {timeoutMs: patienceMs, signal: longSignal()});
	};
	return {fake, open};
}

test('an address that leads to a private network is not sent to an external solver', async t => {
	const {fake, open} = await withExternal(t);
	for (const url of [
		'http://127.0.0.1/',
		'http://2130706433/',
		'http://[::ffff:10.0.0.1]/',
		'http://localhost:8080/',
		'https://intranet.example/',
		'https://INTRANET.example./',
		'http://mixed.example/',
		'http://six.example/',
	]) {
		await t.throwsAsync(open(url), {code: 'address_refused'}, url);
	}
	await t.throwsAsync(open('http://radarr/'), {code: 'name_not_found'}, 'only the network of the solver may know it');
	t.deepEqual(fake.asked, []);
	t.is((await open('https://site.example/')).url, 'https://site.example/');
	t.is(fake.asked.length, 1);
});

test('what an administrator allows is sent', async t => {
	const {fake, open} = await withExternal(t);
	await open('http://10.0.0.7:9117/', {rules: {allowPrivate: false, allowedHost: '10.0.0.7:9117'}});
	await t.throwsAsync(open('http://10.0.0.7:80/', {rules: {allowPrivate: false, allowedHost: '10.0.0.7:9117'}}), {code: 'address_refused'});
	await open('https://intranet.example/', {rules: {allowPrivate: true, allowedHost: null}});
	t.is(fake.asked.length, 2);
});

test('a page that was found at a private address is not handed on', async t => {
	const {fake, open} = await withExternal(t);
	for (const [reached, code] of [
		['http://192.168.1.1/admin', 'address_refused'],
		['https://intranet.example/', 'address_refused'],
		['file:///etc/passwd', 'connection_failed'],
		['chrome-error://chromewebdata/', 'connection_failed'],
	]) {
		fake.answer = () => ({json: solvedReply(reached ?? '', {response: 'private'})});
		await t.throwsAsync(open('https://site.example/'), {code: code ?? ''}, reached);
	}
});

test("a private proxy is sent only if it is an administrator's", async t => {
	const {fake, open} = await withExternal(t);
	const upstream = 'http://proxy.example:3128';
	await t.throwsAsync(open('https://site.example/', {upstream}), {code: 'proxy_failed'});
	await t.throwsAsync(open('https://site.example/', {upstream: 'socks5://0x7f.1:1080'}), {code: 'proxy_failed'});
	t.deepEqual(fake.asked, []);
	await open('https://site.example/', {upstream, upstreamMayBePrivate: true});
	await open('https://only-the-proxy-knows.example/', {upstream, upstreamMayBePrivate: true});
	await t.throwsAsync(open('https://intranet.example/', {upstream, upstreamMayBePrivate: true}), {code: 'address_refused'});
	t.is(fake.asked.length, 2);
});
