import {scannedFileId} from '#shared/store/libraries/scanned-files.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {addUser, type Served, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';

const path = '/films/sub folder & co/lamp.mkv';

/** A library with a file that could be either of two titles. */
async function withUnmatched({deps}: Served) {
	const now = deps.now();
	await addUser(deps, 'root', 'admin');
	const {id: rootFolderId} = await deps.rootFolders.add({name: 'Films', path: '/films'}, now);
	const parts = {rootFolderId, qualityProfileId: 'q', languageProfileId: 'l', enabled: true, monitored: true, backfillEnabled: false};
	const {id: libraryId} = await deps.libraries.add({name: 'Shelf', type: 'movies', ...parts}, now);
	const candidates = [
		{metaId: 7, title: 'The Lamp', year: 2001},
		{metaId: 8, title: 'The Lamp', year: null},
	];
	const unread = {titleId: null, lookUpKey: null, lookedUpAt: null, infoDue: false, size: 5_000_000, modifiedAt: 0};
	const file = {id: scannedFileId(libraryId, path), libraryId, path, state: 'unmatched', reason: 'ambiguous', candidates} as const;
	await deps.scannedFiles.add([{...unread, ...file, candidates}]);
}

browserTest('a file without a title shows why, what it could be, and the way to import it by hand', async t => {
	const served = await serve(t);
	await withUnmatched(served);
	const ui = await openUi(t, served.url);
	await ui.logIn('root', testPassword);
	await ui.page.evaluate(`location.hash = '#/settings/libraries'`);
	await ui.click('::-p-text(Unmatched files)');
	await ui.see('Several titles match the name.');
	await ui.see('It is The Lamp (2001)');
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click('::-p-text(Import by hand)');
	await ui.page.waitForFunction(`document.querySelector('.folder input')?.value === '/films/sub folder & co'`);
	t.deepEqual(ui.faults, []);
});
