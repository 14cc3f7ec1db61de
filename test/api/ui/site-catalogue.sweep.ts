import {catalogueEntry} from '#shared/domain/definitions/catalogue.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import {testConnection} from '#shared/jobs/connections.ts';
import {openPayload} from '#shared/jobs/sealed-payload.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {madeUpDefinition} from '#test/helpers/made-up-definition.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';

const button = (name: string) => `::-p-aria([name="${name}"][role="button"])`;

browserTest('a site is chosen from the catalogue and added with what its definition asks for', async t => {
	const served = await serve(t);
	const {deps} = served;
	const settings = `
- {name: username, type: text, label: User name}
- {name: password, type: password, label: Password}
- {name: freeleech, type: checkbox, label: Only freeleech}
- {name: about, type: info, label: About, default: Be a good guest}`;
	const definition = madeUpDefinition({settings});
	const listed = {key: definition.key, entry: catalogueEntry(definition), faults: [], isOwn: true};
	const broken = {key: 'broken', entry: null, faults: [{place: 'search.paths', reason: 'is missing', isFatal: true}], isOwn: true};
	const mirror = 'https://mirror.example/';
	const third = 'https://third.example/';
	const urls: string[] = [];
	await answerJobs(t, served, {
		async listDefinitions({categories, faulty, page}) {
			const total = categories.includes(5070) ? 0 : faulty ? 1 : 60;
			const shown = page === 2 ? [{...listed, key: 'second', entry: {...listed.entry, name: 'On Page Two'}}] : [listed];
			return {definitions: total === 0 ? [] : faulty ? [broken] : shown, total, languages: ['en-US']};
		},
		showDefinition: async () => ({...listed, settings: definition.settings, requestDelaySeconds: 3}),
		async testConnection({sealed}) {
			const {url} = openPayload<{url: string}>(testConnection, sealed, deps.secrets);
			urls.push(url);
			if (urls.length !== 2) {
				throw new UpstreamFailed('timed_out', 'quiet-meadow.example did not answer in time.', {
					links: urls.length === 1 ? [mirror, third, 'https://another-mirror.example/'] : [third],
				});
			}
			return {
				version: null,
				details: ['GET https://quiet-meadow.example/list?q=: 2 rows'],
				releases: [{title: 'The Lamp', size: 1.4 * 1024 ** 3, seeders: 12, leechers: 0, publishDate: null, categories: [2040]}],
			};
		},
		checkConnection: async () => {},
	});
	await addUser(deps, 'vera', 'admin');
	const ui = await openUi(t, served.url);
	await ui.logIn('vera', testPassword);

	await ui.page.evaluate(`location.hash = '#/settings/indexers'`);
	await ui.click(button('Choose a site'));
	await ui.see('A made-up site');
	await ui.click('dialog ::-p-text(Anime)');
	await ui.see('No site');
	await ui.click('dialog ::-p-text(Anime)');
	await ui.see('A made-up site');
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click('dialog ::-p-text(Show files with faults)');
	await ui.see('search.paths: is missing');
	await ui.click('dialog ::-p-text(Show files with faults)');
	await ui.see('60 sites');
	await ui.click('dialog ::-p-aria([name="Next"][role="button"])');
	await ui.see('On Page Two');
	await ui.click('dialog ::-p-aria([name="Back"][role="button"])');
	await ui.see('A made-up site');
	await ui.page.setViewport({width: 390, height: 800});
	t.true(await ui.page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
	await ui.click(button('Add Quiet Meadow'));
	await ui.see('Be a good guest');
	await ui.fill('::-p-aria([name="User name"][role="textbox"])', 'vera');
	await ui.fill('dialog input[type=password]', 'a password');
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click('dialog ::-p-text(Seeding and limits)');
	await ui.see('This site wants at least 3 seconds between two requests');
	await ui.fill('dialog ::-p-aria([name="Seed ratio"])', '1.5');
	await ui.fill('dialog ::-p-aria([name="Season pack seed time minutes"])', '600');
	await ui.fill('dialog ::-p-aria([name="Query limit"])', '200');
	t.deepEqual(await seriousFindings(ui), []);
	t.true(await ui.page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
	await ui.click(button('Test'));
	await ui.see('did not answer in time');
	t.deepEqual(await seriousFindings(ui), []);
	t.true(await ui.page.evaluate(`document.querySelector('dialog').scrollWidth <= document.querySelector('dialog').clientWidth`));
	await ui.click(button(`Use ${mirror}`));
	await ui.see('The Lamp');
	t.deepEqual(urls, ['https://quiet-meadow.example/', mirror], 'the other one is asked when a person chose it');
	t.true(await ui.page.evaluate(`document.querySelector('dialog table').innerText.includes('none')`), 'what was not found stands out');
	t.deepEqual(await seriousFindings(ui), []);
	t.true(await ui.page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
	await ui.click('dialog [type=submit]');
	await ui.page.waitForFunction(`!document.querySelector('dialog')`);
	await ui.see('Quiet Meadow');
	const [indexer] = await deps.indexers.list();
	t.like(indexer, {
		kind: 'definition',
		name: 'Quiet Meadow',
		url: mirror,
		seedRatio: 1.5,
		seedTimeMinutes: null,
		seasonPackSeedTimeMinutes: 600,
		queryLimit: 200,
		grabLimit: null,
		definition: definition.key,
		settings: {username: 'vera', password: 'a password', freeleech: false},
	});
	await ui.page.setViewport({width: 1280, height: 800});
	await ui.page.reload();
	await ui.click(button('Test'));
	await ui.see('did not answer in time');
	await ui.click(button(`Use ${third}`));
	await ui.see('Edit Quiet Meadow');
	t.is(await ui.page.$eval('dialog ::-p-aria([name="URL"])', input => (input as unknown as {value: string}).value), third);
	t.deepEqual(ui.faults, []);
});
