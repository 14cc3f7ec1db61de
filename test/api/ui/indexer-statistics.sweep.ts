import type {IndexerEvent} from '#shared/store/providers/indexer-activity.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';

const dayMs = 86_400_000;

browserTest('what indexers were asked is shown by day, and the history of one tells why it failed', async t => {
	const served = await serve(t);
	const {deps} = served;
	await addUser(deps, 'vera', 'admin');
	const {id} = await deps.indexers.add(buildIndexer({name: 'Quiet Meadow'}), deps.now());
	const event = (more: Partial<IndexerEvent>): IndexerEvent => ({
		indexerId: id,
		indexerName: 'Quiet Meadow',
		action: 'query',
		subject: 'The Lamp (2019)',
		error: null,
		answerMs: 900,
		requests: 2,
		releases: 41,
		...more,
	});
	for (const days of [1, 2, 5]) {
		await deps.indexerActivity.note([event({}), event({action: 'rss', subject: null, requests: 1})], new Date(Date.now() - days * dayMs));
	}
	await deps.indexerActivity.note([event({error: 'No answer within 20 seconds.', releases: 0, answerMs: 20_000})], deps.now());
	await deps.indexerActivity.note([event({action: 'grab', subject: 'The.Lamp.2019.1080p', answerMs: null, requests: 0})], deps.now());
	const ui = await openUi(t, served.url);
	await ui.logIn('vera', testPassword);
	await ui.page.evaluate(`location.hash = '#/statistics?type=indexers'`);
	await ui.see('1 failed');
	t.deepEqual(await seriousFindings(ui), []);
	await ui.page.setViewport({width: 320, height: 800});
	t.true(await ui.page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
	await ui.click('::-p-aria([name="Quiet Meadow"][role="link"])');
	await ui.see('No answer within 20 seconds.');
	t.deepEqual(await seriousFindings(ui), []);
	t.true(await ui.page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
	t.deepEqual(ui.faults, []);
});
