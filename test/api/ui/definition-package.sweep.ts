import {pino} from 'pino';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {buildZip} from '#test/helpers/build-zip.ts';
import {definitionText} from '#test/helpers/made-up-definition.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {serveHttp} from '#test/helpers/serve-http.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {testSecrets} from '#test/helpers/test-secrets.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {handleListDefinitions, handleShowDefinition} from '#workers/connections/list-definitions.ts';
import {handleRunTask} from '#workers/tasks/run-task.ts';
import {createSites} from '#workers/wiring/assemble-deps.ts';

const button = (name: string) => `::-p-aria([name="${name}"][role="button"])`;

browserTest('a package is entered, its sites are listed, and an update that changes hosts waits for consent', async t => {
	const served = await serve(t);
	const {deps} = served;
	let text = definitionText();
	const address = await serveHttp(t, (_request, response) => void response.end(buildZip([{name: 'v11/meadow.yml', content: text}])));
	const log = pino({level: 'silent'});
	const sites = createSites({...deps, stores: deps as never, secrets: testSecrets, dataDir: tempFolder(t), log, http: withHttp(t)});
	t.teardown(sites.close);
	await answerJobs(
		t,
		{...served, deps: {...deps, ...sites.deps} as never},
		{runTask: handleRunTask, listDefinitions: handleListDefinitions, showDefinition: handleShowDefinition},
	);
	await addUser(deps, 'vera', 'admin');
	const ui = await openUi(t, served.url);
	await ui.logIn('vera', testPassword);
	await ui.page.evaluate(`location.hash = '#/settings/indexers'`);
	await ui.click(button('Definitions'));
	await ui.see('Kinoteka needs a definition file');
	await ui.page.locator('dialog .package-form select').fill('other');
	await ui.fill('dialog input[type=url]', `${address}/set.zip`);
	await ui.click(button('Save and fetch'));
	await ui.see('1 definition can be used');
	t.deepEqual(await seriousFindings(ui), []);
	await ui.page.keyboard.press('Escape');
	await ui.click(button('Choose a site'));
	await ui.see('A made-up site');
	await ui.page.keyboard.press('Escape');

	const {id} = await deps.indexers.add(
		buildIndexer({name: 'Meadow', kind: 'definition', definition: 'meadow', settings: {password: 'p'}}),
		deps.now(),
	);
	await sites.deps.definitionSource.text('meadow', {id, hasSecrets: true});
	text = definitionText().replace('https://quiet-meadow.example/', 'https://elsewhere.example/');
	await ui.click(button('Definitions'));
	await ui.click(button('Save and fetch'));
	await ui.see('elsewhere.example');
	await ui.page.setViewport({width: 390, height: 844});
	t.true(await ui.page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click(button('Allow the new addresses of Meadow'));
	await ui.page.waitForFunction(`!document.querySelector('dialog').innerText.includes('elsewhere.example')`);
	t.is((await sites.deps.definitionSource.text('meadow', {id, hasSecrets: true}))?.text, text);
	t.deepEqual(ui.faults, []);
});
