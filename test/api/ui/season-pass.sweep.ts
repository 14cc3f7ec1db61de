import {browserTest} from '#test/helpers/browser.ts';
import {buildNewSeries, buildSeason, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';

browserTest('seasons of all series are monitored with one click each, and many series at once, wide and on a phone', async t => {
	const {deps, url} = await serve(t);
	await addUser(deps, 'root', 'admin');
	for (let metaId = 1; metaId <= 150; metaId++) {
		const title = `Show ${String(metaId).padStart(3, '0')}`;
		const seasons = [buildSeason(1, ['2020-01-01']), buildSeason(2, ['2021-01-01'])];
		await deps.series.add(
			buildSeriesDetails({metaId, title, seasons}),
			buildNewSeries({path: `/series/${metaId}`, monitored: true}),
			deps.now(),
		);
	}
	const ui = await openUi(t, url);
	const {page} = ui;
	await ui.logIn('root', testPassword);
	await page.setViewport({width: 1280, height: 800});
	await page.evaluate(`location.hash = '#/season-pass'`);
	await page.waitForSelector('.pass-season');
	t.true((await page.$$('.pass-row')).length < 60, 'only what is in view');
	t.deepEqual(await seriousFindings(ui), []);
	const first = '[aria-label="Seasons of Show 001"] .pass-season:last-child';
	await ui.click(first);
	await page.waitForSelector(`${first}[aria-pressed="false"]`);
	await page.evaluate('scrollTo(0, document.body.scrollHeight)');
	await page.waitForSelector('[aria-label="Seasons of Show 150"]');

	await page.setViewport({width: 390, height: 844});
	await page.reload();
	await page.waitForSelector('.pass-season');
	t.true(Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')) <= 0);
	await ui.click('::-p-aria([name="Select"][role="button"])');
	await ui.click('::-p-aria([name="Select all 150"][role="button"])');
	await ui.click('::-p-aria([name="What to monitor …"][role="button"])');
	await page.select('dialog select', 'lastSeason');
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click('dialog .button.primary');
	await ui.see('Waiting for a worker');
	t.deepEqual(ui.faults, []);
});
