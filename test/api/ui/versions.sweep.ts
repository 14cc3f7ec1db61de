import {NotFound} from '#shared/errors.ts';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';

const widths = [
	{width: 1280, height: 900},
	{width: 390, height: 844, isMobile: true, hasTouch: true},
];

browserTest('copies of a film are shown with their libraries, wide and on a phone, and another is added from its page', async t => {
	const served = await serve(t);
	const {deps, directory} = served;
	await deps.qualityProfiles.ensureDefaults(deps.now());
	const {id: qualityProfileId} = await deps.qualityProfiles.getDefault();
	const libraries: {id: string; path: string}[] = [];
	for (const name of ['HD shelf', '4K shelf', 'The shelf of the children with a very long name']) {
		const path = `${directory}/${name}`;
		const root = await deps.rootFolders.add({name, path}, deps.now());
		const flags = {enabled: true, monitored: true, backfillEnabled: false, qualityProfileId, languageProfileId: 'l'};
		const {id} = await deps.libraries.add({name, type: 'movies', rootFolderId: root.id, ...flags}, deps.now());
		libraries.push({id, path});
	}
	const digitalRelease = new Date(Date.now() + 86_400_000);
	const addTo = ({id, path}: {id: string; path: string}) =>
		addMovie(served, {metaId: 1, title: 'Harbour', digitalRelease}, {libraryId: id, rootFolderPath: path, path: `${path}/Harbour`});
	const [first] = [await addTo(libraries[0]!), await addTo(libraries[1]!)]; // three were added
	await answerDisks(t, served);
	await answerJobs(t, served, {addMovie: async () => addTo(libraries[2]!)}); // three were added
	await addUser(deps, 'vera', 'admin');
	const ui = await openUi(t, served.url);
	const {page} = ui;
	await ui.logIn('vera', testPassword);
	const check = async (where: string) => {
		t.deepEqual(await seriousFindings(ui), [], where);
		const surplus = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
		t.true(Number(surplus) <= 0, `${where} is ${surplus} pixels too wide`);
	};
	for (const viewport of widths) {
		await page.setViewport(viewport);
		for (const path of ['movies', `movies/${first.id}`, 'calendar']) {
			await page.evaluate(`location.hash = '#/${path}'`);
			await ui.see('HD shelf');
			await ui.see('4K shelf');
			await check(`${path} at ${viewport.width}`);
		}
	}
	await page.evaluate(`location.hash = '#/movies/${first.id}'`);
	await ui.click('main ::-p-text(Add to The shelf)');
	await ui.see('is in the library now');
	t.is((await deps.movies.findCopies(1)).length, 3);
	await page.waitForFunction("document.querySelectorAll('.versions a').length === 3");
	await check('three copies');
	await ui.click(`.versions a[href$="${first.id}"]`);
	await page.waitForFunction("document.querySelector('.versions [aria-current]')?.textContent === 'HD shelf'");
	t.deepEqual(ui.faults, []);
});

browserTest('a root folder that is chosen for a new title brings its library and the profile of that', async t => {
	const served = await serve(t);
	const {deps, directory} = served;
	await deps.qualityProfiles.ensureDefaults(deps.now());
	const profiles = await deps.qualityProfiles.list();
	const paths = ['HD', '4K'].map(name => `${directory}/${name}`);
	for (const [index, path] of paths.entries()) {
		const root = await deps.rootFolders.add({name: path, path}, deps.now());
		const flags = {enabled: true, monitored: true, backfillEnabled: false, languageProfileId: 'l'};
		const own = {name: ['HD', '4K'][index] ?? '', qualityProfileId: profiles[index]?.id ?? '', rootFolderId: root.id};
		await deps.libraries.add({type: 'movies', ...own, ...flags}, deps.now());
	}
	await answerDisks(t, served);
	const added: object[] = [];
	const film = {metaId: 5, title: 'The Lamp', year: 2020, overview: null, posterUrl: null};
	await answerJobs(t, served, {
		lookUpTitles: async ({kind}) => ({titles: kind === 'movie' ? [film] : []}),
		lookUpTitle: async () => Promise.reject(new NotFound('movie_not_found', 'There are no more facts.')),
		async addMovie(payload) {
			added.push(payload);
			return {id: (await addMovie(served, {metaId: 5, title: film.title})).id, title: film.title};
		},
	});
	await addUser(deps, 'vera', 'admin');
	const ui = await openUi(t, served.url);
	await ui.logIn('vera', testPassword);
	await ui.page.evaluate(`location.hash = '#/add?kind=movies&title=lamp'`);
	await ui.click('::-p-aria([name="Add"][role="button"])');
	const chosen = `[...document.querySelectorAll('dialog select')].slice(0, 3).map(each => each.selectedOptions[0].textContent).join()`;
	for (const [index, name] of ['HD', '4K'].entries()) {
		await ui.page.locator('dialog select').fill(paths[index] ?? '');
		await ui.page.waitForFunction(`${chosen} === ${JSON.stringify([paths[index], name, profiles[index]?.name].join())}`);
	}
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click('::-p-text(Add to the library)');
	await ui.see('is in the library now');
	t.is(added.length, 1);
	t.like(added[0], {rootFolderPath: paths[1], qualityProfileId: profiles[1]?.id, besideOthers: true});
});
