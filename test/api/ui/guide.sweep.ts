import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {buildZip} from '#test/helpers/build-zip.ts';
import {guideFormat, guidePath, guideProfile, guideSizes} from '#test/helpers/made-up-guide.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {serveHttp} from '#test/helpers/serve-http.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {handleRunTask} from '#workers/tasks/run-task.ts';

const button = (name: string) => `::-p-aria([name="${name}"][role="button"])`;
const box = (name: string) => `::-p-aria([name="${name}"][role="checkbox"])`;
const widths = [
	{width: 1280, height: 800},
	{width: 390, height: 844},
	{width: 320, height: 640},
];

browserTest('a guide is entered, a profile of it is chosen and applied, and what people changed is told', async t => {
	const served = await serve(t);
	const {deps} = served;
	await deps.qualityProfiles.ensureDefaults(deps.now());
	await deps.qualityDefinitions.ensureDefaults(deps.now());
	let score = 100;
	const files = () => ({
		[guidePath('format', 'larks')]: guideFormat('Larks', {scores: {default: score}}),
		[guidePath('format', 'kites')]: guideFormat('Kites', {groups: ['KITE']}),
		[guidePath('profile', 'lake')]: guideProfile('Lake HD', {formats: ['Larks'], trash_description: 'For lakes.'}),
		[guidePath('sizes', 'movie')]: guideSizes('movie', [{quality: 'WEBDL-1080p', min: 12.5, preferred: 84, max: 85}]),
	});
	const address = await serveHttp(
		t,
		(_request, response) =>
			void response.end(buildZip(Object.entries(files()).map(([name, content]) => ({name, content: JSON.stringify(content)})))),
	);
	await answerJobs(t, {...served, deps: {...deps, http: withHttp(t)} as never}, {runTask: handleRunTask});
	await addUser(deps, 'vera', 'admin');
	const ui = await openUi(t, served.url);
	await ui.logIn('vera', testPassword);
	await ui.page.evaluate(`location.hash = '#/settings'`);
	await ui.click('main ::-p-text(Guide)');
	await ui.see('Guides are made by others');
	await ui.page.locator('main .package-form select').fill('other');
	await ui.fill('main input[type=url]', `${address}/guide.zip`);
	await ui.click(button('Save and fetch'));
	await ui.see('All 4 files can be used');
	await ui.click(box('Lake HD'));
	await ui.see('Apply 2 changes');
	for (const viewport of widths) {
		await ui.page.setViewport(viewport);
		t.deepEqual(await seriousFindings(ui), [], `at ${viewport.width}`);
		t.true(await ui.page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `at ${viewport.width}`);
	}
	await ui.page.setViewport(widths[0]!); // there are three
	await ui.click(button('Apply 2 changes'));
	await ui.see('Everything is as the guide says');
	const profile = (await deps.qualityProfiles.list()).find(({name}) => name === 'Lake HD')!; // just made
	t.is(profile.formatScores[0]?.score, 100);

	await deps.qualityProfiles.change(profile.id, {minFormatScore: 9}, deps.now());
	score = 300;
	await ui.click(button('Save and fetch'));
	await ui.see('You changed it');
	await ui.see('yours stays');
	await ui.click(box('Give up my changes of Lake HD'));
	await ui.click(button('Apply one change'));
	await ui.see('Everything is as the guide says');
	t.like(await deps.qualityProfiles.get(profile.id), {minFormatScore: 0, formatScores: [{score: 300}]});
	await ui.click('main ::-p-text(Try a name)');
	await ui.see('Release name');
	t.deepEqual(ui.faults, []);
});
