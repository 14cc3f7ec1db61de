import {browserTest} from '#test/helpers/browser.ts';
import {buildNewSeries, buildSeason, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';

browserTest('episodes follow what is done with their season, and each season has its own name in the list of releases', async t => {
	const {deps, url} = await serve(t);
	await addUser(deps, 'root', 'admin');
	const seasons = [buildSeason(1, ['2024-01-08', '2024-01-15']), buildSeason(2, ['2025-01-08'])];
	const {id} = await deps.series.add(buildSeriesDetails({seasons}), buildNewSeries(), deps.now());
	const ui = await openUi(t, url);
	await ui.logIn('root', testPassword);
	await ui.page.evaluate(`location.hash = '#/series/${id}'`);
	await ui.see('Jan 8, 2025');
	await ui.see('Needs you'); // no indexer is enabled
	await ui.see('No indexer is enabled.');
	await ui.click('::-p-aria(Monitor Season 2)');
	await ui.see('Not monitored');
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click('::-p-aria(All releases of Season 2)');
	await ui.see('Releases of season 2');
	await ui.click('main ::-p-text(Search the whole series)');
	await ui.page.waitForFunction(`!location.hash.includes('season=')`);
	t.deepEqual(ui.faults, []);
});
