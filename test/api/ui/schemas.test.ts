import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {pageTypes, pageTypesFile, schemasOfPage} from '#scripts/command/page-types.ts';
import {documentOf} from '#test/helpers/openapi-document.ts';

const folder = fileURLToPath(new URL('../../../api/ui', import.meta.url));

test('the page has the types of the replies as the document of the API describes them', async t => {
	const {components} = await documentOf(t);
	const text = readFileSync(join(folder, pageTypesFile), 'utf8');
	t.is(text, pageTypes(components.schemas, schemasOfPage(folder)), 'run `npm run page-types`');
	t.true(text.includes('export interface Movie {'));
});
