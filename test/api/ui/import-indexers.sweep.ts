import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {buildZip} from '#test/helpers/build-zip.ts';
import {fakeProwlarr} from '#test/helpers/fakes/fake-prowlarr.ts';
import {privateSite, siteDefinition} from '#test/helpers/fakes/private-site.ts';
import {prowlarrDatabase} from '#test/helpers/prowlarr-database.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';
import {patienceMs} from '#test/helpers/until.ts';
import {handlePrepareIndexerImport} from '#workers/connections/prepare-indexer-import.ts';
import {assembleDeps} from '#workers/wiring/assemble-deps.ts';

const button = (name: string) => `::-p-aria([name="${name}"][role="button"])`;

browserTest('indexers of Prowlarr are looked at, completed, and added', async t => {
	const served = await serve(t);
	const {deps: api} = served;
	const {dataDir} = api.http;
	const metadata = {url: 'http://127.0.0.1:9/3', imageUrl: 'https://image.example/t/p', apiKey: 'key'};
	const {deps, close} = assembleDeps({...api, stores: api, metadata, dataDir, browserPath: null, leastMs: patienceMs});
	t.teardown(close);
	await answerJobs(t, served, {prepareIndexerImport: (payload, _deps, run) => handlePrepareIndexerImport(payload, deps, run)});
	const site = await privateSite(t);
	await mkdir(join(dataDir, 'definitions'), {recursive: true});
	await writeFile(join(dataDir, 'definitions', 'meadow.yml'), siteDefinition(site.url));
	const prowlarr = await fakeProwlarr(t, site.url);
	await addUser(deps, 'vera', 'admin');
	const ui = await openUi(t, served.url);
	await ui.logIn('vera', testPassword);
	await ui.page.evaluate(`location.hash = '#/settings/indexers'`);
	await ui.click(button('Import'));
	await ui.see('Nothing is stored yet');
	await ui.fill('dialog input[type=url]', prowlarr.url);
	await ui.fill('dialog input[type=password]', prowlarr.apiKey);
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click(button('Show indexers'));
	await ui.see('Needs you');
	await ui.see('Prowlarr has to keep running for it');
	t.deepEqual(await seriousFindings(ui), []);
	await ui.page.setViewport({width: 320, height: 700});
	t.true(await ui.page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
	await ui.click('::-p-aria([name="Old Mill"][role="checkbox"])');
	await ui.fill('::-p-aria([name="API key of Old Mill"])', 'key-of-mill');
	await ui.click(button('Add 3 indexers'));
	await ui.page.waitForFunction(`document.querySelector('dialog').innerText.match(/Added/g)?.length === 3`);
	t.deepEqual(
		(await deps.indexers.list()).map(({name, kind}) => [name, kind]),
		[
			['Meadow', 'definition'],
			['Native', 'torznab'],
			['Old Mill', 'newznab'],
		],
	);
	t.deepEqual(await seriousFindings(ui), []);

	await ui.click(button('Back'));
	await ui.page.select('dialog select', 'backup');
	await ui.see('It has all keys and passwords.');
	t.true(await ui.page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
	const choose = async (name: string, bytes: Buffer) => {
		const backup = join(dataDir, name);
		await writeFile(backup, bytes);
		const [chooser] = await Promise.all([ui.page.waitForFileChooser(), ui.click('dialog input[type=file]')]);
		await chooser.accept([backup]);
		await ui.click(button('Show indexers'));
	};
	await choose('other.zip', buildZip([{name: 'radarr.db', content: 'x'}]));
	await ui.see('is not one of SQLite');
	t.deepEqual(await seriousFindings(ui), []);
	const content = prowlarrDatabase('https://elsewhere.example', `UPDATE Indexers SET Name = 'Second Meadow' WHERE Id = 1`);
	await choose('backup.zip', buildZip([{name: 'prowlarr.db', content}]));
	await ui.see('Cannot come');
	await ui.click(button('Add 1 indexer'));
	await ui.see('Added');
	t.like(
		(await deps.indexers.list()).find(({url}) => url === 'https://elsewhere.example/'),
		{settings: {password: 'correct horse'}},
	);
	t.deepEqual(ui.faults, []);
});
