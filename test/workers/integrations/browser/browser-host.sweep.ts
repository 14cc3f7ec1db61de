import {existsSync} from 'node:fs';
import type {ExecutionContext} from 'ava';
import {UpstreamFailed} from '#shared/errors.ts';
import {site} from '#test/challenge-sites/serve-challenge-sites.ts';
import {browserOptions, browserTest, visitTo, within} from '#test/helpers/browser.ts';
import {until} from '#test/helpers/until.ts';
import {type BrowserHostOptions, createBrowserHost} from '#workers/integrations/browser/browser-host.ts';
import type {RunningBrowser} from '#workers/integrations/browser/launch-browser.ts';
import {createPageOpener, unseen} from '#workers/integrations/browser/page-opener.ts';
import {visitPage} from '#workers/integrations/browser/visit-page.ts';

const signal = () => AbortSignal.timeout(600_000);

function withHost(t: ExecutionContext, overrides: Partial<BrowserHostOptions> = {}) {
	const host = createBrowserHost(browserOptions(overrides));
	t.teardown(host.close);
	return host;
}

const pidOf = ({pid}: RunningBrowser) => pid;

/** Resolves once it has ended. */
async function end({browser}: RunningBrowser): Promise<void> {
	if (browser.connected) {
		await new Promise(resolve => browser.once('disconnected', resolve));
	}
}

browserTest('a browser is started by the first visit, used by the next ones, and replaced after so many', async t => {
	let launches = 0;
	const options = browserOptions();
	const host = withHost(t, {
		maxVisits: 2,
		find: () => {
			launches += 1;
			return options.find();
		},
	});
	t.is(launches, 0);
	const used: RunningBrowser[] = [];
	for (let visit = 0; visit < 3; visit += 1) {
		used.push(await host.use(async running => running, signal()));
	}
	const [first, second, third] = used.map(pidOf);
	t.is(second, first);
	t.not(third, first);
	t.is(launches, 2);
	await end(used[0]!); // three were used
	t.true(used[2]?.browser.connected);
});

browserTest('a browser that is replaced ends with its last visit', async t => {
	const host = withHost(t, {maxVisits: 1});
	await host.use(async first => {
		const second = await host.use(async running => running, signal());
		t.not(pidOf(second), pidOf(first));
		t.true(first.browser.connected);
		host.retire(first);
		t.true(first.browser.connected);
		t.is(typeof (await first.browser.version()), 'string');
	}, signal());
});

browserTest('a browser that nobody needs is ended, and one that is needed is not', async t => {
	const due = new Map<() => void, number>();
	const later = (act: () => void, milliseconds: number) => {
		due.set(act, milliseconds);
		return () => void due.delete(act);
	};
	const host = withHost(t, {idleMs: 400, later});
	const use = () =>
		host.use(async running => {
			t.is(due.size, 0);
			return running;
		}, signal());
	const first = await use();
	t.deepEqual([...due.values()], [400]);
	t.is(pidOf(await use()), pidOf(first));
	t.deepEqual([...due.values()], [400]);
	for (const act of due.keys()) {
		act();
	}
	await end(first);
	t.not(pidOf(await host.use(async running => running, signal())), pidOf(first));
});

browserTest('a browser that is put aside gets no visit any more', async t => {
	const host = withHost(t);
	const first = await host.use(async running => {
		host.retire(running);
		const next = await host.use(async other => other, signal());
		t.not(pidOf(next), pidOf(running));
		return running;
	}, signal());
	await end(first);
});

browserTest('with the way that it shows itself the browser changes', async t => {
	let headless = true;
	const host = withHost(t, {headless: () => headless});
	const first = await host.use(async running => running, signal());
	headless = false;
	// Without a display this one does not start, which is told.
	await host.use(async running => running, signal()).catch(error => t.is(error.code, 'browser_failed'));
	await end(first);
	headless = true;
	const third = await host.use(async running => running, signal());
	t.not(pidOf(third), pidOf(first));
});

browserTest('a visit whose browser is killed is told as crashed, and the next one works', async t => {
	const never = await site('never');
	const plain = await site('plain');
	t.teardown(never.close);
	t.teardown(plain.close);
	const host = withHost(t);
	const limits = {sight: unseen(), deadline: signal(), caller: new AbortController().signal};
	const visit = host.use(async running => {
		const visited = visitPage(running, visitTo(never.origin), limits);
		await until(() => never.requests.some(({path}) => path.includes('poll')));
		process.kill(-pidOf(running), 'SIGKILL');
		return visited;
	}, signal());
	await t.throwsAsync(visit, {instanceOf: UpstreamFailed, code: 'page_crashed'});
	const next = await host.use(running => visitPage(running, visitTo(plain.origin), limits), signal());
	t.is(next.kind, 'none');
});

browserTest('a browser that does not start is told with its words', async t => {
	const opener = createPageOpener(browserOptions({find: async () => ({path: '/bin/false', userAgent: 'none'})}));
	t.teardown(opener.close);
	await t.throwsAsync(opener.open(visitTo('http://127.0.0.1:81/'), within(20_000)), {
		code: 'browser_failed',
		message: /\/bin\/false did not start/,
	});
});

browserTest('the end waits for the profiles to go', async t => {
	const host = createBrowserHost(browserOptions());
	const profiles: string[] = [];
	for (let visit = 0; visit < 2; visit += 1) {
		await host.use(async running => {
			profiles.push(running.profile);
			host.retire(running);
		}, signal());
	}
	await host.close();
	t.deepEqual(profiles.map(existsSync), [false, false]);
});
