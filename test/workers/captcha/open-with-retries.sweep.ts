import {site} from '#test/challenge-sites/serve-challenge-sites.ts';
import {browserTest, visitTo, within} from '#test/helpers/browser.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {openWithRetries} from '#workers/captcha/open-with-slot.ts';
import {unseen} from '#workers/integrations/browser/page-opener.ts';

browserTest('a page that burns its browser down at its time limit costs its neighbour a second try, no more', async t => {
	const {deps} = await withWorkerDeps(t);
	const [busy, script] = await Promise.all([site('busy'), site('script', {workMs: 4000})]);
	t.teardown(busy.close);
	t.teardown(script.close);
	const burning = openWithRetries({visit: visitTo(busy.origin), limits: within(3000), sight: unseen()}, deps);
	const neighbour = openWithRetries({visit: visitTo(script.origin), limits: within(40_000), sight: unseen()}, deps);
	await t.throwsAsync(burning, {code: 'timed_out'});
	t.is((await neighbour).kind, 'edge_challenge');
});

browserTest('a site that breaks every connection is given up after as many retries as may be', async t => {
	const {deps} = await withWorkerDeps(t);
	await deps.settings.set('captcha.maxRetries', 1, new Date());
	const resets = await site('resets');
	t.teardown(resets.close);
	const opened = openWithRetries({visit: visitTo(resets.origin), limits: within(50_000), sight: unseen()}, deps);
	await t.throwsAsync(opened, {code: 'connection_failed'});
	t.true(resets.requests.length >= 2);
});
