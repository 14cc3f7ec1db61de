import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {buildNewSeries, buildSeason, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';

browserTest('a person sees the numbers that releases bear, and looks at another order before choosing it', async t => {
	const served = await serve(t);
	const {deps, url} = served;
	await addUser(deps, 'root', 'admin');
	const seasons = [buildSeason(1, ['2024-01-08', '2024-01-15'])];
	const {id} = await deps.series.add(buildSeriesDetails({seasons}), buildNewSeries(), deps.now());
	const [, second] = await deps.episodes.ofSeries(id);
	const tvdb = {season: 2, episode: 1, absolute: null, guessed: false};
	await deps.series.setNumbers(id, {numbers: new Map([[second?.id ?? '', {tvdb, scene: null}]]), sceneTitles: null, dueAt: deps.now()});
	const place = (seasonNumber: number, episodeNumber: number) => ({seasonNumber, episodeNumber});
	await answerJobs(t, served, {
		listEpisodeOrders: async () => ({orders: [{order: 'tmdb:halves', name: 'Halves', episodes: 2}]}),
		previewEpisodeOrder: async () => ({
			coverage: 1,
			unchanged: 1,
			episodes: [{title: 'Chapter 2', from: place(1, 2), to: place(2, 1), isListed: true}],
		}),
	});
	const ui = await openUi(t, url);
	await ui.logIn('root', testPassword);
	await ui.page.evaluate(`location.hash = '#/series/${id}'`);
	await ui.see('TVDB S02E01');
	await ui.more('Edit');
	await ui.see('Release numbering');
	await ui.fill('dialog input[type=text]', 'evening');
	await ui.click('dialog ::-p-text(Episode order)');
	await ui.page.waitForSelector('dialog option[value="tmdb:halves"]');
	await ui.page.select('dialog dialog select', 'tmdb:halves');
	await ui.see('S01E02 → S02E01');
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click('dialog ::-p-text(Renumber)');
	await ui.see('The episodes are being renumbered');
	t.is(
		await ui.page.evaluate(`document.querySelector('dialog input[type=text]').value`),
		'evening',
		'what was entered before is still there',
	);
	t.deepEqual(ui.faults, []);
});
