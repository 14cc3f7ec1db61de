import {existsSync, readFileSync} from 'node:fs';
import {setTimeout as wait} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {atMost, browserOptions, browserTest, visitTo, within} from '#test/helpers/browser.ts';
import {processesWith, socketsOf} from '#test/helpers/process-sockets.ts';
import {leadingLures} from '#test/helpers/trap/lures.ts';
import {type Lures, serveLures, stayingLureNames} from '#test/helpers/trap/serve-lures.ts';
import {serveTrap, type Trap} from '#test/helpers/trap/serve-trap.ts';
import {type Spelling, spellings} from '#test/helpers/trap/spellings.ts';
import {createBrowserHost} from '#workers/integrations/browser/browser-host.ts';
import {createPageOpener} from '#workers/integrations/browser/page-opener.ts';

const opener = createPageOpener(browserOptions());
test.after.always(() => opener.close());
const takingSlot = atMost(3);
/** Milliseconds that a page has for its attempts. */
const attemptMs = 800;

async function withLures(t: ExecutionContext): Promise<{trap: Trap; lures: Lures}> {
	const trap = await serveTrap();
	t.teardown(trap.close);
	const lures = await serveLures(trap.port);
	t.teardown(lures.close);
	return {trap, lures};
}

/** Failing is as good an end as any: what counts is whom it reached. */
async function tempt(url: string, {allowPrivate}: {allowPrivate: boolean}): Promise<string> {
	const {host} = new URL(url);
	const proxy = {rules: {allowPrivate, allowedHost: host}, upstream: null, upstreamMayBePrivate: false};
	const visit = visitTo(url, {proxy, loadEverything: true, takesFailures: true, waitMs: attemptMs});
	return takingSlot(async () => {
		try {
			return (await opener.open(visit, within(15_000))).html ?? '';
		} catch (error) {
			return String(error);
		}
	});
}

for (const spelling of Object.keys(spellings) as Spelling[]) {
	browserTest(`no page reaches the trap as ${spelling} (${spellings[spelling]})`, async t => {
		const {trap, lures} = await withLures(t);
		t.notRegex(await tempt(lures.allAt(spelling), {allowPrivate: false}), /Secret of the trap/);
		t.deepEqual(trap.contacts, []);
	});
}

const apart = ['iframe-redirect', 'link-header', 'policy-report', 'popup', 'service-worker', 'speculation-rules', 'rtc-stun', 'rtc-turn'];

for (const lure of [...Object.keys(leadingLures), ...apart]) {
	browserTest(`the lure ${lure} leads nobody to the trap`, async t => {
		const {trap, lures} = await withLures(t);
		t.notRegex(await tempt(lures.addressOf(lure, 'name'), {allowPrivate: false}), /Secret of the trap/);
		t.deepEqual(trap.contacts, []);
	});
}

browserTest('the trap sees its visitors where private addresses are allowed', async t => {
	const {trap, lures} = await withLures(t);
	await tempt(lures.allAt('dotted'), {allowPrivate: true});
	const seen = new Set(trap.contacts.map(({what}) => /\/([\w-]+)/.exec(what)?.[1] ?? what));
	const expected = ['iframe', 'image', 'script', 'stylesheet', 'fetch', 'xhr', 'beacon', 'web-socket', 'css-import'];
	t.deepEqual(
		expected.filter(name => !seen.has(name)),
		[],
	);
	t.log(`Seen: ${stayingLureNames.filter(name => seen.has(name)).join(', ')}`);
	t.deepEqual(
		trap.contacts.filter(({by}) => by === 'udp'),
		[],
	);
});

browserTest('the lures that lead a page away do so where private addresses are allowed', async t => {
	const {trap, lures} = await withLures(t);
	const leading = ['redirect-302', 'meta-refresh', 'location', 'form-post', 'refresh-header'];
	for (const lure of leading) {
		t.regex(await tempt(lures.addressOf(lure, 'dotted'), {allowPrivate: true}), /Secret of the trap/, lure);
	}
	t.true(trap.contacts.length >= leading.length);
});

const otherSchemes = [
	'file:///etc/passwd',
	'ftp://127.0.0.1/',
	'chrome://version',
	'view-source:http://127.0.0.1/',
	'chrome-extension://a/b',
	'devtools://devtools/x',
];

for (const address of [...otherSchemes, 'javascript:document.write(1)']) {
	browserTest(`${address} shows nothing, asked for or led to`, async t => {
		const {trap, lures} = await withLures(t);
		const proxy = {rules: {allowPrivate: false, allowedHost: null}, upstream: null, upstreamMayBePrivate: false};
		const asked = await takingSlot(async () =>
			opener.open(visitTo('http://127.0.0.1/', {url: address, proxy}), within(4000)).then(
				page => page.html ?? '',
				error => String(error),
			),
		);
		t.notRegex(asked, /root:|Chromium|document\.write/);
		const page = `${lures.origin}/redirect?to=${encodeURIComponent(address)}`;
		t.notRegex(await tempt(page, {allowPrivate: false}), /root:/);
		t.deepEqual(trap.contacts, []);
	});
}

browserTest('the browser knows no secret of ours, listens to nobody, and leaves nothing behind', async t => {
	process.env['SECRET_KEY'] = 'of-this-test';
	process.env['MONGODB_URI'] = 'mongodb://of-this-test';
	const host = createBrowserHost(browserOptions());
	t.teardown(host.close);
	const signal = AbortSignal.timeout(600_000);
	const profile = await host.use(async running => {
		const found = running.profile;
		const pids = processesWith(found);
		t.true(pids.length > 1);
		for (const pid of pids) {
			const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
			t.notRegex(environment, /of-this-test|SECRET_KEY|MONGODB|TEST_REDIS/);
		}
		t.deepEqual(
			socketsOf(pids).filter(({isListening}) => isListening),
			[],
		);
		return found;
	}, signal);
	t.true(existsSync(profile));
	await host.close();
	t.false(existsSync(profile));
	// What is killed takes a moment to go.
	for (let looks = 0; looks < 100 && processesWith(profile).length > 0; looks += 1) {
		await wait(50);
	}
	t.deepEqual(processesWith(profile), []);
});
