import type {JudgedRelease} from '#shared/domain/decisions/judged-release.ts';
import {Unavailable} from '#shared/errors.ts';
import type {GrabRelease} from '#shared/jobs/grab.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {buildRelease} from '#test/helpers/build-release.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';

const qualities = ['WEBDL-1080p', 'Bluray-1080p', 'WEBDL-720p'] as const;
const hour = 3_600_000;

function judged(index: number, overrides: Partial<JudgedRelease['release']> = {}): JudgedRelease {
	const quality = qualities[index % qualities.length] ?? 'WEBDL-1080p';
	const isRefused = index % 3 === 2;
	return {
		release: buildRelease({
			guid: `rel_AbCdEfGhIjKlMnOpQrStUvWxYz0123${String(index).padStart(2, '0')}`,
			title: `The.Lamp.2024.Directors.Cut.${quality.split('-')[1]}.${quality.split('-')[0]}.DTS-HD.MA.5.1.x264-GROUP${index}`,
			indexer: index % 2 ? 'Harbour' : 'Lighthouse',
			indexerId: 'i1',
			size: (index + 1) * 1e9,
			publishDate: new Date(Date.now() - index * 7 * hour),
			seeders: 100 - index,
			leechers: index,
			flags: index === 0 ? ['freeleech'] : [],
			...overrides,
		}),
		judgement: {
			quality,
			qualityScore: 80 - (index % 3) * 10,
			formatScore: index * 5,
			formatIds: [],
			parsedQuality: {source: 'webdl', resolution: 1080, modifier: 'none', version: 1, real: 0, repack: false},
			releaseGroup: `GROUP${index}`,
			edition: null,
			languages: ['english', 'german'],
			releaseTraits: null,
		},
		approved: !isRefused,
		temporarilyRejected: false,
		rejections: isRefused ? ['Release rejected'] : [],
		rejectionDetails: isRefused ? [{reason: 'Release rejected', detail: `too few seeders: ${index}`, temporary: false}] : [],
		wouldHaveWaited: [],
		mappedMovie: null,
		mappedSeries: null,
		mappedEpisode: null,
		episodeIds: [],
		formats: [{name: 'DTS-HD', score: index * 5}],
	};
}

browserTest('releases appear as indexers answer, are sorted and filtered as a table, and are grabbed as another title', async t => {
	const served = await serve(t);
	const {deps} = served;
	await deps.qualityDefinitions.ensureDefaults?.(deps.now());
	await deps.indexers.add(buildIndexer({name: 'Harbour'}), deps.now());
	const movie = await addMovie(served, {metaId: 1, title: 'The Lamp'});
	await addMovie(served, {metaId: 2, title: 'Another Light'});
	const late = Promise.withResolvers<void>();
	const grabs: GrabRelease[] = [];
	let searches = 0;
	await answerJobs(t, served, {
		async searchReleases(payload, {releaseCache, now}, {id}) {
			searches += 1;
			const first = Array.from({length: 15}, (_, index) => judged(index));
			const row = {indexerId: 'i1', indexerName: 'Harbour', resultCount: 15, status: 'ok' as const, errorMessage: null};
			await releaseCache.put(id, {releases: first, indexerResults: [row], searchTime: now()});
			await releaseCache.noteSearch(id, {state: 'searching', asking: [{id: 'i2', name: 'Snail'}]}, now());
			await late.promise;
			const all = [judged(20, {title: 'The.Lamp.2024.2160p.WEB-DL-LATE'}), ...first];
			await releaseCache.put(id, {
				releases: all,
				indexerResults: [row, {...row, indexerId: 'i2', indexerName: 'Snail'}],
				searchTime: now(),
			});
			await releaseCache.noteSearch(id, {state: 'completed'}, now());
			return {searchId: id, total: all.length, duration: payload.limit};
		},
		async grabRelease(payload) {
			grabs.push(payload);
			if (grabs.length === 1) {
				throw new Unavailable('no_download_client', 'No client takes it.');
			}
			return {downloadId: 'd', queueId: 'q', title: 'The chosen one'};
		},
	});
	await addUser(deps, 'vera', 'admin');
	const ui = await openUi(t, served.url);
	const {page} = ui;
	await page.setViewport({width: 1280, height: 800});
	await ui.logIn('vera', testPassword);
	const check = async (where: string) => {
		t.deepEqual(await seriousFindings(ui), [], where);
		const surplus = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
		t.true(Number(surplus) <= 0, `${where} is ${surplus} pixels too wide`);
	};
	await page.evaluate(`location.hash = '#/movies/${movie.id}?tab=releases'`);
	await ui.see('1 of 2 indexers answered. Asking Snail');
	await ui.see('GROUP14');
	const rowsInView = `[...document.querySelectorAll('tr.release')].filter(row => { const {top, bottom} = row.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; }).length`;
	t.true(Number(await page.evaluate(rowsInView)) >= 12, `${await page.evaluate(rowsInView)} rows`);
	late.resolve();
	await ui.see('2 of 2 indexers answered in');
	await ui.see('LATE');

	const openTab = (tab: string) => page.evaluate(`location.hash = '#/movies/${movie.id}?tab=${tab}'`);
	await openTab('history');
	await page.waitForFunction(`!document.querySelector('tr.release')`);
	await openTab('releases');
	await ui.see('2 of 2 indexers answered in');
	t.is(searches, 1, 'who comes back asks no indexer again');

	const titles = () => page.$$eval('tr.release th', all => all.map(({textContent}) => textContent ?? ''));
	await ui.click('thead ::-p-text(Size)');
	t.regex((await titles())[0] ?? '', /LATE/);
	await ui.click('thead ::-p-text(Size)');
	t.regex((await titles())[0] ?? '', /GROUP0/);
	await ui.fill('.release-filters input[type=search]', 'group2');
	await ui.see('1 of 16 releases');
	await page.focus('tr.release .opener');
	await page.keyboard.press('Enter');
	await ui.see('too few seeders: 2');
	await ui.see('Format score 10: DTS-HD +10');
	await check('the table');
	await ui.click('::-p-aria(Grab anyway)');
	await ui.see('No client takes it.');
	t.is(grabs[0]?.movieId, movie.id);

	await ui.click('::-p-aria(Override match)');
	await ui.fill('dialog input[type=search]', 'Another');
	await ui.click('dialog .picker button');
	await ui.see('For Another Light');
	await check('the override');
	await ui.click('dialog ::-p-text(Grab as chosen)');
	await ui.see('The chosen one was sent');
	await ui.see('Grabbed');
	t.is(grabs[1]?.movieId, (await deps.movies.findCopies(2))[0]?.id);
	await openTab('history');
	await page.waitForFunction(`!document.querySelector('tr.release')`);
	await openTab('releases');
	await ui.see('2 of 2 indexers answered in');
	t.is(searches, 2, 'after a grab the verdicts are others');

	await page.setViewport({width: 320, height: 844, isMobile: true, hasTouch: true});
	await page.evaluate(`location.hash = '#/search?q=lamp'`);
	await ui.see('GROUP14');
	await check('a phone');
	t.deepEqual(ui.faults, []);
});
