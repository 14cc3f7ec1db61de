import {catalogueEntry} from '#shared/domain/definitions/catalogue.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {madeUpDefinition} from '#test/helpers/made-up-definition.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';

const button = (name: string) => `::-p-aria([name="${name}"][role="button"])`;

browserTest('a site is chosen from the catalogue and added with what its definition asks for', async t => {
	t.timeout(180_000);
	const served = await serve(t);
	const {deps} = served;
	const settings = `
- {name: username, type: text, label: User name}
- {name: password, type: password, label: Password}
- {name: freeleech, type: checkbox, label: Only freeleech}
- {name: about, type: info, label: About, default: Be a good guest}`;
	const definition = madeUpDefinition({settings});
	const listed = {key: definition.key, entry: catalogueEntry(definition), faults: [], isOwn: true};
	await answerJobs(t, served, {
		listDefinitions: async ({categories}) => ({
			definitions: categories.includes(5070) ? [] : [listed],
			total: categories.includes(5070) ? 0 : 1,
			languages: ['en-US'],
		}),
		showDefinition: async () => ({...listed, settings: definition.settings}),
		testConnection: async () => ({
			version: null,
			details: ['GET https://quiet-meadow.example/list?q=: 2 rows'],
			releases: [{title: 'The Lamp', size: 1.4 * 1024 ** 3, seeders: 12, leechers: 0, publishDate: null, categories: [2040]}],
		}),
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
	await ui.page.setViewport({width: 390, height: 800});
	t.true(await ui.page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
	await ui.click(button('Add Quiet Meadow'));
	await ui.see('Be a good guest');
	await ui.fill('::-p-aria([name="User name"][role="textbox"])', 'vera');
	await ui.fill('dialog input[type=password]', 'a password');
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click('dialog ::-p-text(Test)');
	await ui.see('The Lamp');
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
		url: 'https://quiet-meadow.example/',
		definition: definition.key,
		settings: {username: 'vera', password: 'a password', freeleech: false},
	});
	t.deepEqual(ui.faults, []);
});
