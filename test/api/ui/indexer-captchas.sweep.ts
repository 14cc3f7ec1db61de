import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {captchaSite} from '#test/helpers/captcha-site.ts';
import {account} from '#test/helpers/fakes/private-site.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';
import {patienceMs} from '#test/helpers/until.ts';
import {handleAnswerLoginCaptcha, handleShowLoginCaptcha} from '#workers/connections/answer-login-captcha.ts';
import {handleCheckConnection, handleTestConnection} from '#workers/connections/test-connection.ts';
import {assembleDeps} from '#workers/wiring/assemble-deps.ts';

const button = (name: string) => `::-p-aria([name="${name}"][role="button"])`;

browserTest('the captcha of a login is shown where the indexers are, and its answer ends the login', async t => {
	const served = await serve(t);
	const {deps: api, call} = served;
	const {dataDir} = api.http;
	const metadata = {url: 'http://127.0.0.1:9/3', imageUrl: 'https://image.example/t/p', apiKey: 'key'};
	const {deps, close} = assembleDeps({...api, stores: api, metadata, dataDir, browserPath: null, leastMs: patienceMs});
	t.teardown(close);
	await answerJobs(t, served, {
		answerLoginCaptcha: (payload, _deps, run) => handleAnswerLoginCaptcha(payload, deps, run),
		checkConnection: (payload, _deps, run) => handleCheckConnection(payload, deps, run),
		showLoginCaptcha: (payload, _deps, run) => handleShowLoginCaptcha(payload, deps, run),
		testConnection: (payload, _deps, run) => handleTestConnection(payload, deps, run),
	});
	const {site, definition, answer} = await captchaSite(t);
	await mkdir(join(dataDir, 'definitions'), {recursive: true});
	await writeFile(join(dataDir, 'definitions', 'meadow.yml'), definition);
	const {body: indexer} = await call('POST /api/indexers', {
		body: {name: 'Meadow', kind: 'definition', url: site.url, definition: 'meadow', settings: account},
	});
	await addUser(deps, 'vera', 'admin');
	const ui = await openUi(t, served.url);
	await ui.logIn('vera', testPassword);
	await ui.page.evaluate(`location.hash = '#/settings/indexers'`);
	await ui.see('Meadow asks for a captcha');
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click(button('Answer the captcha of Meadow'));
	await ui.page.waitForFunction(`document.querySelector('dialog img.captcha')?.naturalWidth === 1`);
	t.deepEqual(await seriousFindings(ui), []);
	await ui.page.setViewport({width: 320, height: 700});
	t.true(await ui.page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
	const first = answer();
	const before = await ui.page.evaluate(`document.querySelector('dialog img.captcha').src`);
	await ui.click(button('Another captcha'));
	const isNew = `(image => image?.naturalWidth === 1 && image.src !== ${JSON.stringify(before)})(document.querySelector('dialog img.captcha'))`;
	await ui.page.waitForFunction(isNew);
	t.not(answer(), first);
	await ui.fill('::-p-aria([name="Answer"][role="textbox"])', answer());
	await ui.click(button('Send the answer'));
	await ui.page.waitForFunction(`!document.querySelector('dialog') && !document.body.innerText.includes('asks for a captcha')`);
	t.like(await deps.indexers.get(indexer.id), {status: 'ok', lastError: null});
	t.deepEqual(ui.faults, []);
});
