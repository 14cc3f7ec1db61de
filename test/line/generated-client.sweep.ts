import {execFile} from 'node:child_process';
import {cp, mkdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {promisify} from 'node:util';
import test from 'ava';
import {generateApi} from 'swagger-typescript-api';
import type {StoryOptions} from '#test/fixtures/generated-client/story-options.ts';
import {startLine} from '#test/helpers/line/start-line.ts';
import {filesBelow} from '#test/helpers/line/steps.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const fixtures = fileURLToPath(new URL('../fixtures/generated-client/', import.meta.url));
const strict = {
	compilerOptions: {
		noEmit: true,
		target: 'es2024',
		lib: ['es2024', 'dom'],
		module: 'nodenext',
		types: [],
		strict: true,
		noUncheckedIndexedAccess: true,
		allowImportingTsExtensions: true,
	},
	include: ['*.ts'],
};

/** Generates a client from the document, with the story beside it. */
async function generate(url: string, folder: string): Promise<string> {
	const response = await fetch(`${url}/api/openapi.json`);
	const spec = (await response.json()) as NonNullable<Parameters<typeof generateApi>[0]>['spec'];
	await generateApi({
		spec: spec as never, // its types are those of an older OpenAPI
		output: folder,
		fileName: 'client.ts',
		enumStyle: 'union',
		singleHttpClient: true,
		extractRequestBody: true,
		moduleNameFirstTag: true,
		silent: true,
	});
	await cp(fixtures, folder, {recursive: true});
	await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(strict));
	await writeFile(join(folder, 'package.json'), '{"type": "module"}');
	return join(folder, 'story.ts');
}

test('a client generated from the document compiles strictly and takes a movie from its id to its file', async t => {
	const {url, world, library, access} = await startLine(t, {isBare: true});
	await mkdir(library);
	const folder = tempFolder(t);
	const program = await generate(url, folder);
	const compiled = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch(({stdout}: {stdout: string}) => ({stdout}));
	t.is(compiled.stdout, '');
	t.regex(await readFile(join(folder, 'client.ts'), 'utf8'), /listMovies: \(/);

	const {playStory} = (await import(pathToFileURL(program).href)) as {playStory(options: StoryOptions): Promise<string>};
	const path = await playStory({
		url,
		apiKey: access.apiKey,
		password: access.adminPassword,
		library,
		indexer: {url: world.indexer.url, apiKey: world.indexer.apiKey},
		providerKey: world.provider.apiKey,
		metaId: 10378,
	});
	t.deepEqual(filesBelow(library), [path.slice(library.length + 1)]);
});
